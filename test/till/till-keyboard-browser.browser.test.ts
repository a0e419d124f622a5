import type { Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import type { TillSettings } from '../../src/tills/till/till.ts';
import { useApp } from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';
import type { Owner } from '../support/client.ts';
import { makeSession } from '../support/make.ts';
import { makeCard, makeReward, makeUser } from '../support/make-loyalty.ts';
import { onScreen, pairedPage, scanned } from './till-visitor.ts';

const app = useApp();
const held = useBrowser();

async function newPage(owner: Owner, settings: Partial<TillSettings> = {}) {
  const context = await held.browser.newContext({ locale: 'en' });
  onTestFinished(() => context.close());
  const { page } = await pairedPage(app, context, owner, settings);
  return { page, context };
}

/** Pages look the same on every database. */
describe.skipIf(inject('engine') !== 'sqlite')('with a keyboard only', () => {
  test('a typed code is redeemed, taken back and left', async () => {
    const { owner } = await app.client();
    const { session } = await makeSession(app.database, owner);
    const { page } = await newPage(owner);

    await tabTo(page, 'Or type a code');
    await page.keyboard.type(session);
    await page.keyboard.press('Enter');
    await onScreen(page, 'session');
    await page.keyboard.press('Enter');
    await onScreen(page, 'redeemed');
    await tabTo(page, 'Undo');
    await page.keyboard.press('Enter');
    await page.getByText('Undone.').first().waitFor();
    await scanned(page, session);
    await onScreen(page, 'session');
    await tabTo(page, 'Cancel');
    await page.keyboard.press('Space');
    await onScreen(page, 'ready');
    await tabTo(page, 'Take a photo');
    await tabTo(page, 'Deutsch');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Code scannen' }).waitFor();
  });

  test('points are added and spent', async () => {
    const { owner } = await app.client();
    const card = await makeCard(app.database, owner, { type: 'MEMBERSHIP' });
    await makeReward(app.database, card, { points: 30 });
    const user = await makeUser(app.database, owner, { card });
    const { page } = await newPage(owner);

    await scanned(page, user.id);
    await onScreen(page, 'card');
    expect(await page.getByRole('button', { name: 'A loaf for 30 points' }).count()).toBe(0);
    await tabTo(page, 'Points to add');
    await page.keyboard.type('50');
    await page.keyboard.press('Enter');
    await page.getByText('50 points added').first().waitFor();
    await tabTo(page, 'A loaf for 30 points');
    await page.keyboard.press('Enter');
    await page.getByText('Redeemed: A loaf').first().waitFor();
    expect(await page.getByText('20 points', { exact: true }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'A loaf for 30 points' }).count()).toBe(0);
  });

  test('a purchase shows its points while the amount is typed, and counts once', async () => {
    const { owner } = await app.client();
    const card = await makeCard(app.database, owner, { type: 'MEMBERSHIP', pointsPerAmount: '1', maxPerDay: 20 });
    const user = await makeUser(app.database, owner, { card });
    const { page } = await newPage(owner);
    const buy = async (amount: string, receipt: string) => {
      await tabTo(page, 'Amount spent');
      await page.keyboard.type(amount);
      await page.getByText(/^= \d+ points?$/).waitFor();
      await tabTo(page, 'Receipt number (optional)');
      await page.keyboard.type(receipt);
      await page.keyboard.press('Enter');
    };

    await scanned(page, user.id);
    await onScreen(page, 'card');
    await buy('12,50', 'R-1');
    await page.getByText('12 points added').first().waitFor();
    await page.getByText('12 points', { exact: true }).waitFor();
    await buy('13', 'R-1');
    await page.getByText('Another purchase already has this receipt number.').waitFor();
    await buy('9', 'R-2');
    await page.getByText(/The next day begins/).waitFor();
    expect(await page.getByText('12 points', { exact: true }).count()).toBe(1);
  });

  test('milestones are marked, and the next one is named', async () => {
    const { owner } = await app.client();
    const card = await makeCard(app.database, owner, { stampsRequired: 3 });
    await makeReward(app.database, card, { name: 'Bread' });
    await makeReward(app.database, card, { stamps: 2, name: 'Coffee' });
    const user = await makeUser(app.database, owner, { card });
    const { page } = await newPage(owner);

    await scanned(page, user.id);
    await onScreen(page, 'card');
    await page.getByText('2 more stamps for: Coffee').waitFor();
    expect(await page.locator('.stamps .gift').count()).toBe(2);
    for (const _ of [1, 2]) {
      await page.keyboard.press('Enter');
      await expect.poll(() => focused(page)).toBe('Add 1 stamp');
    }
    await page.getByText('1 more stamp for: Bread').waitFor();
    expect(await page.getByRole('button', { name: 'Redeem: Coffee' }).count()).toBe(1);
  });

  test('stamps are given until a reward can be handed out', async () => {
    const { owner } = await app.client();
    const card = await makeCard(app.database, owner, { stampsRequired: 2 });
    await makeReward(app.database, card);
    const user = await makeUser(app.database, owner, { card });
    const { page } = await newPage(owner);

    await scanned(page, user.id);
    await onScreen(page, 'card');
    for (const count of ['1 of 2 stamps', '0 of 2 stamps']) {
      await page.keyboard.press('Enter');
      await page.getByText(count).waitFor();
      // The focus is back where it was.
      await expect.poll(() => focused(page)).toBe('Add 1 stamp');
    }
    await tabTo(page, 'Redeem: A loaf');
    await page.keyboard.press('Enter');
    await page.getByText('Redeemed: A loaf').first().waitFor();
    expect(await page.getByRole('button', { name: 'Redeem: A loaf' }).count()).toBe(0);
  });

  test('a stamp whose answer was lost is given once', async () => {
    const { owner } = await app.client();
    const user = await makeUser(app.database, owner, { card: await makeCard(app.database, owner) });
    const { page } = await newPage(owner);
    let calls = 0;
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('addStamps')) return route.continue();
      calls += 1;
      if (calls > 1) return route.continue();
      await route.fetch();
      await route.abort();
    });

    await scanned(page, user.id);
    await onScreen(page, 'card');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Try again');
    await page.keyboard.press('Enter');
    await page.getByText('1 stamp added').first().waitFor();
    expect(await page.getByText('1 of 10 stamps').count()).toBe(1);
  });
});

const maxSteps = 15;

/** Presses Tab until something with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  await expect.poll(() => page.getByText(name).count()).toBeGreaterThan(0);
  const passed: string[] = [];
  for (let step = 0; step < maxSteps; step += 1) {
    await page.keyboard.press('Tab');
    const text = await focused(page);
    if (text.includes(name)) return;
    passed.push(text);
  }
  throw new Error(`Tab does not reach ${name}, only ${passed.join(', ')}`);
}

/** Returns the text or the label of what has the focus, and nothing for the page as a whole. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(`(({ activeElement, body }) =>
    activeElement === body ? '' : (activeElement.labels?.[0] ?? activeElement).textContent.trim())(document)`);
