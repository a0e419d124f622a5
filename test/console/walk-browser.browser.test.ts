import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { issueEntry } from '../../src/people/entrance/demo-entry.ts';
import { useAppWithBackground } from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';

const app = useAppWithBackground();
const held = useBrowser();

/** Pages look the same on every database. */
const once = test.skipIf(inject('engine') !== 'sqlite');

once('a new owner makes a campaign with 1,000 codes and sees them claimed, in at most eight clicks', async () => {
  const client = await app.client();
  const { account } = client.owner;
  const context = await held.browser.newContext({ baseURL: app.url, locale: 'en' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  let clicks = 0;
  const click = async (control: Locator) => {
    clicks += 1;
    await control.click();
  };
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await page.goto(`/console/enter/${await issueEntry(app.database, account.id, `owner-${account.id}@example.com`)}`);
  await click(link('New campaign').first());
  await page.locator('input:focus').waitFor();
  await page.keyboard.type('Free rolls');
  await click(button('Create campaign'));
  await click(link('Codes'));
  await click(link('Create codes').first());
  await page.getByLabel('How many').fill('1000');
  await click(button('Create'));
  await page.getByText('1,000 of 1,000 created').waitFor();
  await click(link('View the codes'));
  const download = page.waitForEvent('download');
  await click(button('All codes with customers (CSV)'));
  const csv = await readFile(await (await download).path(), 'utf8');
  const [header = '', ...rows] = csv.trim().split('\n');
  expect(rows).toHaveLength(1000);
  const column = header.split(',').indexOf('session');
  await click(link('Overview'));
  await page.locator('[data-live]').waitFor({ state: 'visible' });
  for (const row of rows.slice(0, 3)) {
    const fields = { couponsession: row.split(',')[column] ?? '', operation: 'claim' };
    expect((await client.rest('/v3/couponsession/update', fields)).status).toBe(200);
  }

  await expect.poll(() => page.locator('[data-step="claimed"] strong').textContent()).toBe('3');
  expect(clicks).toBeLessThanOrEqual(8);
  expect(errors).toEqual([]);
});

once('the same way works without scripts, apart from what moves by itself', async () => {
  const { owner } = await app.client();
  const context = await held.browser.newContext({ baseURL: app.url, locale: 'en', javaScriptEnabled: false });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first();
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  const email = `owner-${owner.account.id}@example.com`;
  await page.goto(`/console/enter/${await issueEntry(app.database, owner.account.id, email)}`);
  await link('New campaign').click();
  await page.getByLabel('Name').fill('Free rolls');
  await button('Create campaign').click();
  await link('Codes').click();
  await link('Create codes').click();
  await page.getByLabel('How many').fill('100');
  await button('Create').click();
  await expect.poll(async () => (await page.reload()) && (await page.getByText('100 of 100 created').count())).toBe(1);
  await link('View the codes').click();
  const download = page.waitForEvent('download');
  await button('All codes with customers (CSV)').click();
  expect((await readFile(await (await download).path(), 'utf8')).trim().split('\n')).toHaveLength(101);
  await page.getByRole('navigation', { name: 'Campaign', exact: true }).getByRole('link', { name: 'Settings' }).click();
  expect(await page.getByLabel('Name').inputValue()).toBe('Free rolls');
});
