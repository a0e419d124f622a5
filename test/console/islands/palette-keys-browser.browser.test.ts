import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { consoleAssets } from '../../../src/console/frame/assets.ts';
import { findings } from '../../support/accessibility.ts';
import { useApp } from '../../support/app.ts';
import { useBrowser } from '../../support/browser.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { makeDirectory } from '../../support/make-directories.ts';
import { makeCookie, makePerson } from '../../support/make-people.ts';

const app = useApp();
const held = useBrowser();

test('the palette has at most 5 kB', async () => {
  const text = (await consoleAssets()).get('palette')?.text ?? '';

  expect(text).not.toBe('');
  expect(gzipSync(text).length).toBeLessThanOrEqual(5000);
});

/** Pages look the same on every database. */
describe.skipIf(inject('engine') !== 'sqlite')('in a browser', () => {
  test('Ctrl+K and some letters open a screen', async () => {
    const { page, options } = await opened();

    await page.keyboard.press('Control+k');
    expect(await options()).toContain('DirectoriesScreen');
    await page.keyboard.type('lóyal');
    await expect.poll(options).toEqual(['Loyalty cardsScreen']);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Go to' }).click();
    await page.keyboard.type('directories');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/directories');
  });

  test('a campaign is found by its name, and chosen with the arrows', async () => {
    const { owner, page, options } = await opened();
    const coupon = await makeCoupon(app.database, owner, { name: 'Free <b>croissant</b>' });
    const { id } = await makeDirectory(app.database, owner, { name: 'Croissants of the town' });
    await makeCoupon(app.database, (await app.client()).owner, { name: 'Croissant of another account' });

    await page.keyboard.press('Control+k');
    await page.keyboard.type('CROISSANT');
    await expect.poll(options).toEqual(['Free <b>croissant</b>Campaign', 'Croissants of the townDirectory']);
    expect(await page.getByRole('status').getByText('2 found').count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    const chosen = await page.getByRole('dialog').getByRole('combobox').getAttribute('aria-activedescendant');
    expect(await page.locator(`#${chosen}`).textContent()).toContain('of the town');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/console/directories/${id}`);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('free');
    await page.getByRole('option', { name: 'Free <b>' }).click();
    await page.waitForURL(`**/console/campaigns/${coupon.id}`);
  });

  test('a code leads to what it is, and what nobody knows to nothing', async () => {
    const { owner, page, options } = await opened();
    const coupon = await makeCoupon(app.database, owner, { name: 'Croissant' });
    const { session } = await makeSession(app.database, owner, { coupon });

    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(session.slice(0, 6));
    await expect.poll(options).toEqual([`${session}Code · Croissant`]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/console/sessions/${session}`);
    await page.goto(`${app.url}/console/directories`);
    await page.keyboard.press('Control+k');
    await page
      .getByRole('dialog')
      .getByRole('combobox')
      .fill(`${'x'.repeat(150)}"{}`);
    await expect.poll(options).toEqual([]);
    expect(await page.getByRole('status').getByText('Nothing found').count()).toBe(1);
    await page.keyboard.press('Enter');
    expect(page.url()).toBe(`${app.url}/console/directories`);
  });

  test('an address is copied', async () => {
    const { owner, page } = await opened();
    const { id, code } = await makeDirectory(app.database, owner);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${app.url}/console/directories/${id}`);

    // The button says so for 3 seconds, which may be over before this test looks.
    await page.evaluate('void (globalThis.setTimeout = () => 0)');
    await page.getByRole('button', { name: 'Copy' }).click();

    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${app.url}/d/${code}`);
  });
});

async function opened() {
  const { owner } = await app.client();
  const context = await held.browser.newContext({ extraHTTPHeaders: { 'Accept-Language': 'en' } });
  onTestFinished(() => context.close());
  const cookie = await makeCookie(app.database, await makePerson(app.database, owner));
  const [name = '', value = ''] = cookie.split(/=(.*)/);
  await context.addCookies([{ name, value, url: app.url }]);
  const page: Page = await context.newPage();
  await page.goto(`${app.url}/console/directories`);
  return { owner, page, options: () => page.getByRole('dialog').getByRole('option').allTextContents() };
}
