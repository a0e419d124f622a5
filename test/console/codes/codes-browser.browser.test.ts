import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { useBrowser } from '../../support/browser.ts';
import type { Owner } from '../../support/client.ts';
import { runJobs } from '../../support/jobs.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { makeCookie, makePerson } from '../../support/make-people.ts';

const app = useAppWithDatabaseOfItsOwn();
const held = useBrowser();

async function browse(owner: Owner, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await held.browser.newContext({ baseURL: `${app.url}`, locale: 'en', ...options });
  onTestFinished(() => context.close());
  const [name = '', value = ''] = (await makeCookie(app.database, await makePerson(app.database, owner))).split(
    /=(.*)/,
  );
  await context.addCookies([{ name, value, url: app.url }]);
  return context.newPage();
}

/** Pages look the same on every database. */
describe.skipIf(inject('engine') !== 'sqlite')('in a browser', () => {
  test('a scanner types codes one after the other and ends each with Enter, without scripts', async () => {
    const { owner } = await app.client();
    const coupon = await makeCoupon(app.database, owner);
    const { session } = await makeSession(app.database, owner, { coupon, customValCode: 'RYE-7' });
    const page = await browse(owner, { javaScriptEnabled: false });
    // A browser sets the focus some time after the page has loaded.
    const focused = page.locator('input:focus');

    await page.goto('/console/find');
    await focused.waitFor();
    await page.keyboard.type('NONE-1');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Code not found' }).waitFor();
    await focused.waitFor();
    await page.keyboard.type('RYE-7');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/console/sessions/${session}`);
    await page.getByLabel('Amount spent').first().fill('12.50');
    await page.getByRole('button', { name: 'Redeem', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'Redeemed.' }).waitFor();
    expect(await page.getByRole('button', { name: 'Redeem', exact: true }).count()).toBe(0);
  });

  test('a file of codes is imported, without scripts', async () => {
    const { owner } = await app.client();
    const coupon = await makeCoupon(app.database, owner);
    const page = await browse(owner, { javaScriptEnabled: false });
    await page.goto(`/console/campaigns/${coupon.id}/codes/import`);
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('A-1\nA-2\nA-1\n') });
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.getByRole('heading', { name: '2 codes imported' }).waitFor();
    await page.getByRole('cell', { name: 'Occurs earlier in the import' }).waitFor();
  });

  test('the page of a creation follows its progress to the end', async () => {
    const { owner } = await app.client();
    const coupon = await makeCoupon(app.database, owner);
    const page = await browse(owner);
    await page.goto(`/console/campaigns/${coupon.id}/codes/new`);
    await page.getByLabel('How many').fill('25');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('0 of 25 created').waitFor();
    await runJobs(app.database);
    await page.getByText('25 of 25 created').waitFor();
    await page.getByRole('button', { name: 'Pause' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'View the codes' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(26);
  });
});
