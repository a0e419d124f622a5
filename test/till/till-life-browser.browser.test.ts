import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { findRows } from '../../src/kernel/database/rows.ts';
import { couponSessions } from '../../src/sessions/session/session.ts';
import { issuePairing } from '../../src/tills/till/till-pairing.ts';
import { useApp } from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';
import { makeCoupon, makeSessions } from '../support/make.ts';
import { keptOf, makeLink, onScreen, pairedPage, scanned, taken } from './till-visitor.ts';

const app = useApp();
const held = useBrowser();

async function newContext() {
  const context = await held.browser.newContext({ locale: 'en' });
  onTestFinished(() => context.close());
  return context;
}

/** Makes sessions of a new account. */
async function made(amount: number) {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  const rows = await makeSessions(app.database, coupon, Array(amount).fill({}));
  return { owner, coupon, codes: rows.map(({ session }) => session) };
}

async function expectRedeemed(couponId: string, codes: readonly string[]): Promise<void> {
  const rows = await findRows(app.database, couponSessions, { couponId });
  const redeemed = rows.filter(({ validatedAt }) => validatedAt).map(({ session }) => session);
  expect(redeemed.sort()).toEqual([...codes].sort());
}

/** Pages look the same on every database. */
describe.skipIf(inject('engine') !== 'sqlite')('a page that lives long', () => {
  test('is replaced by its next version when nothing is in hand, and loses nothing that was taken', async () => {
    const { owner, coupon, codes } = await made(2);
    const [one = '', other = ''] = codes;
    const front = await startFront();
    const settings = { offlineRedemption: 'ACCEPT' } as const;
    const { page } = await pairedPage({ database: app.database, url: front.url }, await newContext(), owner, settings);
    await page.evaluate('navigator.serviceWorker.ready');
    await page.reload();
    await onVersion(page, 1);
    front.canAnswer = false;
    await taken(page, one);
    await scanned(page, other);
    await onScreen(page, 'offline');

    front.version = 2;
    await page.evaluate(`new Promise((resolve, reject) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true), { once: true });
      navigator.serviceWorker.getRegistration('/till').then((registration) => registration.update()).catch(reject);
    })`);
    await page.keyboard.press('Enter');
    await onScreen(page, 'taken');
    await onVersion(page, 1);
    await page.getByRole('button', { name: 'Next' }).click();
    await onVersion(page, 2);

    expect((await keptOf(page)).map(({ code }) => code)).toEqual(codes);
    front.canAnswer = true;
    await page.evaluate("dispatchEvent(new Event('online'))");
    await expect.poll(() => keptOf(page)).toEqual([]);
    await expectRedeemed(coupon.id, codes);
  });

  test('shares what it keeps with the other pages of its till, of which one sends', async () => {
    const { owner, coupon, codes } = await made(6);
    const context = await newContext();
    const { page } = await pairedPage(app, context, owner, { offlineRedemption: 'ACCEPT' });
    await page.evaluate('navigator.serviceWorker.ready');
    await context.setOffline(true);
    const other = await context.newPage();
    await other.goto(`${app.url}/till`);
    await onScreen(other, 'ready');
    const keys: (string | undefined)[] = [];
    context.on('request', (request) => {
      if (request.postData()?.includes('validateCouponSession')) keys.push(request.headers()['idempotency-key']);
    });
    for (const code of codes.slice(0, 3)) await taken(page, code);
    for (const code of codes.slice(2)) await taken(other, code);
    expect((await keptOf(page)).map(({ code }) => code)).toEqual(codes);

    await context.setOffline(false);
    await expect.poll(() => keptOf(page)).toEqual([]);

    expect(keys).toHaveLength(codes.length);
    expect(new Set(keys).size).toBe(codes.length);
    await expectRedeemed(coupon.id, codes);
    for (const each of [page, other]) await each.locator('header .count').waitFor({ state: 'detached' });
  });

  test('asks before a link makes it another till, and sends what it took only as the till that it was', async () => {
    const {
      owner,
      coupon,
      codes: [one = ''],
    } = await made(1);
    const stranger = await app.client();
    const context = await newContext();
    const { page, till } = await pairedPage(app, context, owner, { offlineRedemption: 'ACCEPT' });
    await page.evaluate('navigator.serviceWorker.ready');
    await context.setOffline(true);
    await taken(page, one);
    await page.getByRole('button', { name: 'Next' }).click();
    const link = await makeLink(app, stranger.owner, { offlineRedemption: 'ACCEPT' });

    await page.goto(app.url + link.path);
    await onScreen(page, 'pairing');
    expect(await page.locator('main').textContent()).toContain(till.name);
    await page.getByRole('button', { name: 'Leave it as it is' }).click();
    await onScreen(page, 'ready');
    expect((await keptOf(page)).map(({ code }) => code)).toEqual([one]);
    await scanned(page, app.url + link.path);
    await onScreen(page, 'pairing');
    await page.getByRole('button', { name: 'Switch till' }).click();
    await page.getByRole('alert').waitFor();

    // The service refuses what the former till sends, so its redemption still waits when the device changes.
    await context.route('**/graphql', async (route) => {
      const isRedemption = /validateCouponSession|findSession/.test(route.request().postData() ?? '');
      await (isRedemption ? route.abort() : route.continue());
    });
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Switch till' }).click();
    await onScreen(page, 'ready');
    await context.unroute('**/graphql');
    await expect.poll(() => page.locator('header .name').textContent()).toContain(link.till.name);
    const sent: string[] = [];
    context.on('request', (request) => sent.push(request.postData() ?? ''));
    await page.evaluate("dispatchEvent(new Event('online'))");
    await expect.poll(() => sent.filter((body) => body.includes('viewer'))).not.toEqual([]);
    await page.locator('header .count').click();
    await onScreen(page, 'list');
    expect(await page.locator('main').textContent()).not.toContain(one);
    expect((await keptOf(page)).map(({ code, refused }) => [code, refused])).toEqual([[one, null]]);
    expect(sent.join()).not.toContain(one);

    const again = await app.database.transaction((transaction) => issuePairing(transaction, till));
    await page.goto('about:blank');
    await page.goto(`${app.url}/till#pair=${again.token}`);
    await page.getByRole('button', { name: 'Switch till' }).click();
    await expect.poll(() => keptOf(page)).toEqual([]);
    await expectRedeemed(coupon.id, [one]);
  });
});

function onVersion(page: Page, version: number): Promise<void> {
  return page.locator(`meta[name="version"][content="${version}"]`).waitFor({ state: 'attached' });
}

/**
 * Stands before the service and gives its page a version, as a new release would: another page, and a service worker that names
 * other files. Can also leave calls of the API without an answer.
 */
async function startFront() {
  const front = { url: '', version: 1, canAnswer: true };
  const server = createServer(async (request, response) => {
    const { url: path = '', method = 'GET', headers } = request;
    if (path === '/graphql' && !front.canAnswer) return void request.socket.destroy();
    const body = method === 'GET' ? null : await buffer(request);
    const passed = new Headers({ 'Content-Type': headers['content-type'] ?? 'text/plain' });
    for (const name of ['x-client-id', 'x-client-secret', 'idempotency-key'])
      if (headers[name]) passed.set(name, String(headers[name]));
    const answer = await fetch(app.url + path, { method, body, headers: passed });
    response.statusCode = answer.status;
    for (const [name, value] of answer.headers)
      if (!['content-encoding', 'content-length', 'transfer-encoding', 'connection'].includes(name))
        response.setHeader(name, value);
    const content = Buffer.from(await answer.arrayBuffer());
    if (path === '/till')
      return response.end(
        content.toString().replace('</head>', `<meta name="version" content="${front.version}"></head>`),
      );
    if (path === '/till/worker.js')
      return response.end(content.toString().replace('"version":"', `"version":"${front.version}-`));
    response.end(content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return front;
}
