import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { requireRow } from '../../src/kernel/database/rows.ts';
import { couponSessions } from '../../src/sessions/session/session.ts';
import { findings } from '../support/accessibility.ts';
import { useApp } from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';
import { barcode } from '../support/camera.ts';
import { makeCoupon, makeSession } from '../support/make.ts';
import { makeCard, makeUser } from '../support/make-loyalty.ts';
import { makeLink, onScreen, pairedPage, scanned, taken } from './till-visitor.ts';

const app = useApp();
const held = useBrowser();

async function newContext(options: BrowserContextOptions = {}) {
  const context = await held.browser.newContext({ locale: 'en', reducedMotion: 'reduce', ...options });
  onTestFinished(() => context.close());
  return context;
}

const validated = async (session: string) =>
  (await requireRow(app.database, couponSessions, { session })).validatedAt !== null;

/** Pages look the same on every database. */
describe.skipIf(inject('engine') !== 'sqlite')('in a browser', () => {
  test('a device is paired by a link once, and its address keeps no token', async () => {
    const { owner } = await app.client();
    const { path } = await makeLink(app, owner, { name: 'Counter <b>1</b>' });
    const context = await newContext();
    const page = await context.newPage();

    await page.goto(app.url + path);
    await onScreen(page, 'ready');
    expect(page.url()).toBe(`${app.url}/till`);
    expect(await page.getByText('Counter <b>1</b>').count()).toBe(1);
    await page.reload();
    await onScreen(page, 'ready');
    const other = await (await newContext()).newPage();
    await other.goto(app.url + path);
    await onScreen(other, 'unpaired');
    expect(await other.getByText('This link has been used').count()).toBe(1);
    expect(await findings(other)).toEqual([]);
  });

  test('a scanner that types, one tap, and undo', async () => {
    const { owner } = await app.client();
    const coupon = await makeCoupon(app.database, owner, { name: 'Bread', value: '5.00', currency: 'EUR' });
    const { session } = await makeSession(app.database, owner, { coupon, firstName: '<img src=x onerror=alert(1)>' });
    const { page, till } = await pairedPage(app, await newContext(), owner);

    await scanned(page, session);
    await onScreen(page, 'session');
    expect(await page.getByText('<img src=x onerror=alert(1)>').count()).toBe(1);
    expect(await page.getByText('€5.00').count()).toBe(1);
    await page.getByRole('button', { name: 'Redeem' }).click();
    await onScreen(page, 'redeemed');
    expect(await validated(session)).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').first().waitFor();
    expect(await validated(session)).toBe(false);
    await scanned(page, session);
    await onScreen(page, 'session');
    await page.keyboard.press('Enter');
    await onScreen(page, 'redeemed');
    await scanned(page, session);
    await onScreen(page, 'refused');
    expect(await page.getByText(`By ${till.name} (this till)`).count()).toBe(1);
  });

  test('a till that redeems at once needs no tap', async () => {
    const { owner } = await app.client();
    const { session } = await makeSession(app.database, owner);
    const { page } = await pairedPage(app, await newContext(), owner, { redeemsAtOnce: true });

    await scanned(page, session.slice(0, 6));
    await onScreen(page, 'redeemed');
    expect(await validated(session)).toBe(true);
  });

  test('money and custom fields are asked for and stored', async () => {
    const { owner } = await app.client();
    const { session } = await makeSession(app.database, owner);
    const fields = [{ number: 2, label: 'Receipt' }];
    const { page } = await pairedPage(app, await newContext(), owner, { asksForMoney: true, fields });

    await scanned(page, session);
    await page.getByLabel('Amount spent').fill('12,50');
    await page.getByLabel('Receipt').fill('A 7');
    await page.getByRole('button', { name: 'Redeem' }).click();
    await onScreen(page, 'redeemed');
    const kept = await requireRow(app.database, couponSessions, { session });
    expect([Number(kept.moneySpent), kept.customField2]).toEqual([12.5, 'A 7']);
  });

  test('a photo of a code', async () => {
    const { owner } = await app.client();
    const { session } = await makeSession(app.database, owner);
    const { page } = await pairedPage(app, await newContext(), owner);

    const photo = { name: 'photo.png', mimeType: 'image/png', buffer: await barcode(session, 'AZTEC') };
    await page.locator('input[type=file]').setInputFiles(photo);
    await onScreen(page, 'session');
  });

  test('several coupons with one code are a choice', async () => {
    const { owner } = await app.client();
    const coupon = await makeCoupon(app.database, owner, { name: 'First' });
    await makeSession(app.database, owner, { coupon, customId: 'SHARED' });
    await makeSession(app.database, owner, { coupon, customId: 'SHARED' });
    const { page } = await pairedPage(app, await newContext(), owner);

    await page.getByLabel('Or type a code').fill('SHARED');
    await page.getByRole('button', { name: 'Check' }).click();
    await onScreen(page, 'choice');
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'First' }).first().click();
    await onScreen(page, 'session');
  });

  test('stamps are given', async () => {
    const { owner } = await app.client();
    const card = await makeCard(app.database, owner);
    const user = await makeUser(app.database, owner, { card });
    const { page } = await pairedPage(app, await newContext(), owner);

    await scanned(page, user.id);
    await onScreen(page, 'card');
    await page.getByRole('button', { name: 'One more' }).click();
    await page.getByRole('button', { name: 'Add 2 stamps' }).click();
    await page.getByText('2 stamps added').first().waitFor();
    expect(await findings(page)).toEqual([]);
  });

  test('without a network it refuses, and opens', async () => {
    const { owner } = await app.client();
    const { session } = await makeSession(app.database, owner);
    const context = await newContext();
    const { page } = await pairedPage(app, context, owner);
    await page.evaluate('navigator.serviceWorker.ready');

    await context.setOffline(true);
    await page.reload();
    await onScreen(page, 'ready');
    await scanned(page, session);
    await onScreen(page, 'offline');
    expect(await page.getByRole('button', { name: 'Accept unchecked' }).count()).toBe(0);
    await context.setOffline(false);
    expect(await validated(session)).toBe(false);
  });

  test('what was taken without a network is redeemed once afterwards, and what was refused is listed until seen', async () => {
    const client = await app.client();
    const [good, used] = [await makeSession(app.database, client.owner), await makeSession(app.database, client.owner)];
    const context = await newContext();
    const { page } = await pairedPage(app, context, client.owner, { offlineRedemption: 'ACCEPT' });
    await page.evaluate('navigator.serviceWorker.ready');

    await context.setOffline(true);
    for (const { session } of [good, used]) {
      await scanned(page, session);
      await page.getByRole('button', { name: 'Accept unchecked' }).click();
      await onScreen(page, 'taken');
    }
    await scanned(page, good.session);
    await page.getByRole('button', { name: 'Accept unchecked' }).click();
    await page.getByText('Already accepted').first().waitFor();
    await client.rest('/v3/couponsession/update', { couponsession: used.session, operation: 'validate' });
    await page.reload();
    await page.getByRole('button', { name: '2 to send' }).waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: '1 refused' }).click();
    expect(await validated(good.session)).toBe(true);
    expect(await findings(page)).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: '1 refused' }).click();
    await page.getByRole('button', { name: `Seen: ${used.session}` }).click();
    await page.getByText('Nothing is waiting.').waitFor();
  });

  test('a redemption whose answer was lost is repeated with the same key', async () => {
    const { owner } = await app.client();
    const { session } = await makeSession(app.database, owner);
    const { page } = await pairedPage(app, await newContext({ serviceWorkers: 'block' }), owner);
    const keys: (string | undefined)[] = [];
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('validateCouponSession')) return route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      await route.abort();
    });

    await scanned(page, session);
    await page.getByRole('button', { name: 'Redeem' }).click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await onScreen(page, 'redeemed');
    expect(keys).toEqual([expect.any(String), keys[0]]);
  });

  test('a revoked till says so', async () => {
    const client = await app.client();
    const { page, till } = await pairedPage(app, await newContext(), client.owner);
    await client.graphql('mutation ($id: ID!) { revokeTill(input: { id: $id }) { id } }', { id: till.id });

    await scanned(page, 'anything');
    await onScreen(page, 'revoked');
    expect(await findings(page)).toEqual([]);
  });

  test.each([
    { colorScheme: 'light', viewport: { width: 360, height: 740 } },
    { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
    { colorScheme: 'light', viewport: { width: 1024, height: 768 } },
    { colorScheme: 'dark', viewport: { width: 1024, height: 768 } },
  ] as const)('$colorScheme at $viewport.width has no findings and fits', async (options) => {
    const { owner } = await app.client();
    const coupon = await makeCoupon(app.database, owner, {
      name: 'Free coffee '.repeat(3),
      value: '5.00',
      currency: 'EUR',
    });
    const { session } = await makeSession(app.database, owner, { coupon, firstName: 'Ada', lastName: 'Lovelace' });
    const other = await makeSession(app.database, owner, { coupon, firstName: 'Grace' });
    const context = await newContext(options);
    const { page } = await pairedPage(app, context, owner, { offlineRedemption: 'ACCEPT' });
    await page.evaluate('navigator.serviceWorker.ready');
    const complaints: string[] = [];
    const look = async (name: string, picture = name) => {
      await onScreen(page, name);
      for (const { text } of await findings(page)) complaints.push(`${picture}: ${text}`);
      const wide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
      if (wide) complaints.push(`${picture} is too wide`);
    };

    await look('ready');
    await scanned(page, session);
    await look('session');
    await page.getByRole('button', { name: 'Redeem' }).click();
    await onScreen(page, 'redeemed');
    await page.getByRole('button', { name: 'Undo' }).click();
    await look('ready', 'undone');
    await scanned(page, session);
    await page.getByRole('button', { name: 'Redeem' }).click();
    await look('redeemed');
    await scanned(page, session);
    await look('refused');
    await context.setOffline(true);
    await scanned(page, session);
    await look('offline');
    await page.keyboard.press('Enter');
    await look('taken');
    await scanned(page, session);
    await onScreen(page, 'offline');
    await page.keyboard.press('Enter');
    await page.getByText('Already accepted').first().waitFor();
    await look('taken', 'taken-again');
    await context.setOffline(false);
    await page.getByRole('button', { name: '1 refused' }).waitFor();
    await context.setOffline(true);
    await taken(page, other.session);
    await page.getByRole('button', { name: '1 refused' }).click();
    await look('list');
    expect(complaints).toEqual([]);
  });
});
