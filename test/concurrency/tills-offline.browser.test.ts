import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { openOwn } from '../kernel/database/scratch.ts';
import { useBrowser } from '../support/browser.ts';
import { makeAccount, makeCoupon, makeSessions } from '../support/make.ts';
import { makePairedTill } from '../support/make-tills.ts';
import { type KeptInDevice, keptOf, onScreen, pairedPage, taken } from '../till/till-visitor.ts';
import { bySession, KilledServers, type Outcome, redeemed, validationsOf } from './till-storm.ts';

const held = useBrowser();

const amounts = { sessions: 160, connected: 16, offline: 4, taken: 8 };

test('4 pages take codes without a network and come back while 16 tills redeem and the server is killed: nothing is lost', async () => {
  const { database, url: databaseUrl } = await openOwn();
  const owner = await makeAccount(database);
  const coupon = await makeCoupon(database, owner);
  const sessions = (await makeSessions(database, coupon, Array(amounts.sessions).fill({}))).map(
    ({ session }) => session,
  );
  const connected = await Promise.all(
    Array.from({ length: amounts.connected }, (_, index) =>
      makePairedTill(database, owner, { name: `Till ${index + 1}` }),
    ),
  );
  const killed = await KilledServers.start(databaseUrl, 1);
  const [url = ''] = killed.addresses;
  const pages = await Promise.all(
    Array.from({ length: amounts.offline }, async (_, index) => {
      const context = await held.browser.newContext({ locale: 'en' });
      onTestFinished(() => context.close());
      const settings = { name: `Page ${index + 1}`, offlineRedemption: 'ACCEPT' } as const;
      const { page, till } = await pairedPage({ database, url }, context, owner, settings);
      await page.evaluate('navigator.serviceWorker.ready');
      // Of the codes that a page takes, the next page takes a quarter too, and connected tills another quarter.
      const first = index * (amounts.taken - amounts.taken / 4);
      const codes = sessions.slice(first, first + amounts.taken);
      return { context, page, till, codes };
    }),
  );
  const calls = { interrupted: 0 };
  const outcomes: Outcome[] = [];
  const contested = pages.flatMap(({ codes }) => codes.slice(-2 * (amounts.taken / 4), -amounts.taken / 4));
  const onlyTaken = new Set(pages.flatMap(({ codes }) => codes).filter((code) => !contested.includes(code)));
  const waiting = [...sessions.filter((session) => !onlyTaken.has(session)).entries()];

  const redeeming = connected.map(async (device, number) => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [index, session] = next;
      const colleague = connected[(number + 1) % amounts.connected] as typeof device;
      const redeem = async (by: typeof device) =>
        void outcomes.push(await redeemed(killed, by, session, `scan-${session}`, calls));
      // Twice with the same key, and once more at another till.
      const scans = [redeem(device)];
      if (index % 5 === 0) scans.push(redeem(device));
      if (index % 3 === 0) scans.push(redeem(colleague));
      await Promise.all(scans);
      await sleep(Math.random() * 150);
    }
  });
  const firstBack = Promise.withResolvers<void>();
  const returned = pages.map(({ context, page, codes }) =>
    takeAndReturn(context, page, { address: `${url}/till`, codes, back: firstBack.resolve }),
  );
  await expect.poll(() => outcomes.length).toBeGreaterThan(amounts.connected);
  await killed.restart(0);
  await firstBack.promise;
  await killed.restart(0);
  await Promise.all(redeeming);
  const lists = await Promise.all(returned);
  // Whoever scans a code afterwards learns where it was redeemed, and when.
  const [last] = connected as [(typeof connected)[number]];
  const later = await Promise.all(
    sessions.map((session) => redeemed(killed, last, session, `later-${session}`, calls)),
  );
  await killed.stop();

  const tills = new Map([...connected, ...pages].map(({ till }) => [till.id, till.name]));
  const refusalOf = new Map(later.map(({ session, refusal }) => [session, refusal]));
  const validations = await validationsOf(database, coupon.id);
  expect(calls.interrupted).toBeGreaterThan(0);
  expect(validations.map(({ session }) => session)).toEqual([...sessions].sort());
  expect(
    later.map(({ session, refusal }) => ({ session, keyId: refusal?.keyId })).toSorted(bySession),
    'each is redeemed once, and the refusal names the till',
  ).toEqual(validations);
  for (const refusal of refusalOf.values()) {
    const { keyId = '' } = refusal ?? {};
    expect(refusal).toEqual({
      ...{ code: 'SESSION_ALREADY_VALIDATED', at: expect.any(String), by: tills.get(keyId), keyId },
    });
  }
  for (const { session, till, validatedAt, refusal } of outcomes) {
    const expected = refusalOf.get(session);
    if (refusal) expect(refusal).toEqual(expected);
    else expect({ at: validatedAt, keyId: till.id }).toEqual({ at: expected?.at, keyId: expected?.keyId });
  }
  for (const [index, { till, codes }] of pages.entries()) {
    const refused = codes.filter((code) => refusalOf.get(code)?.keyId !== till.id);
    expect(lists[index]?.kept.map(({ code, refused: why }) => ({ code, why }))).toEqual(
      refused.map((code) => ({ code, why: expect.objectContaining(refusalOf.get(code) as object) })),
    );
    expect(lists[index]?.shown).toEqual(refused.map((code) => expect.stringContaining(code)));
    for (const [place, code] of refused.entries())
      expect(lists[index]?.shown[place]).toContain(`By ${refusalOf.get(code)?.by}`);
  }
  // Contested codes were redeemed once among the pages, too.
  expect(lists.flatMap(({ kept }) => kept).length).toBeGreaterThan(0);
}, 600_000);

/** Takes codes without a network, some twice, is reloaded, closed and opened again meanwhile, and sends them when it is back. */
async function takeAndReturn(
  context: BrowserContext,
  opened: Page,
  { address, codes, back }: { address: string; codes: readonly string[]; back: () => void },
): Promise<{ kept: KeptInDevice[]; shown: string[] }> {
  let page = opened;
  await context.setOffline(true);
  for (const [index, code] of codes.entries()) {
    await taken(page, code);
    if (index % 3 === 0) {
      await taken(page, code);
      await page.getByText('Already accepted').first().waitFor();
    }
    if (index === 2) {
      await page.reload();
      await onScreen(page, 'ready');
    }
    if (index === 5) {
      await page.close();
      page = await context.newPage();
      await page.goto(address);
      await onScreen(page, 'ready');
    }
  }
  expect((await keptOf(page)).map(({ code }) => code)).toEqual(codes);

  await context.setOffline(false);
  back();
  // The page tries again every 20 seconds. Here it is closed instead, in the middle of what it sends, and opened again.
  await page.close();
  page = await context.newPage();
  await page.goto(address);
  let kept = await keptOf(page);
  for (const end = Date.now() + 300_000; kept.some(({ refused }) => !refused); ) {
    expect(Date.now(), `sends what it keeps: ${JSON.stringify(kept)}`).toBeLessThan(end);
    await page.evaluate("dispatchEvent(new Event('online'))");
    await sleep(100);
    kept = await keptOf(page);
  }
  await page.reload();
  if (kept.length === 0) return { kept, shown: [] };
  await page.getByRole('button', { name: `${kept.length} refused` }).click();
  return { kept, shown: await page.locator('.kept li').allInnerTexts() };
}
