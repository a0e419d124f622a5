import type { Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import type { Directory } from '../../../src/directories/directory/directory.ts';
import { findings } from '../../support/accessibility.ts';
import { useApp } from '../../support/app.ts';
import { useBrowser } from '../../support/browser.ts';
import { makeCoupon } from '../../support/make.ts';
import { makeCategory, makeDirectory, makePlacement } from '../../support/make-directories.ts';
import { makeCookie, makePerson } from '../../support/make-people.ts';

const app = useApp();
const held = useBrowser();

/** Pages look the same on every database. */
describe.skipIf(inject('engine') !== 'sqlite')('in a browser', () => {
  test.each([true, false])('buttons move an offer, with scripts: %s', async (javaScriptEnabled) => {
    const { directory, page } = await opened(['One', 'Two', 'Three'], { javaScriptEnabled });
    const down = page.getByRole('button', { name: 'Move One down' });

    await down.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => placedNames(directory)).toEqual(['Two', 'One', 'Three']);
    // Without scripts, the old page remains until the new one comes, and its button would send the same form again.
    await expect.poll(() => shownNames(page)).toEqual(['Two', 'One', 'Three']);
    await page.getByRole('button', { name: 'Move One down' }).press('Enter');
    await expect.poll(() => placedNames(directory)).toEqual(['Two', 'Three', 'One']);

    await expect.poll(() => shownNames(page)).toEqual(['Two', 'Three', 'One']);
    if (!javaScriptEnabled) return;
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Move One down');
    await page.getByText('Moved to position 3 of 3.').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Move Two up' }).press('Enter');
    expect(await shownNames(page), 'the first stays first').toEqual(['Two', 'Three', 'One']);
  });

  test('an offer is dragged within its list, and to a category without offers', async () => {
    const { directory, page } = await opened(['One', 'Two', 'Three']);
    const category = await makeCategory(app.database, directory, 'Bread');
    await page.reload();

    await drag(page, 'Three', '.sortable > li >> nth=0');
    await expect.poll(() => placedNames(directory)).toEqual(['Three', 'One', 'Two']);
    await drag(page, 'One', '.nothing');
    await expect
      .poll(() => app.database.rows('SELECT category_id AS category FROM placements WHERE category_id IS NOT NULL', []))
      .toContainEqual({ category: category.id });

    expect(await page.getByText('Empty: the page does not show').isVisible()).toBe(false);
    expect(await shownNames(page)).toEqual(['One', 'Three', 'Two']);
    expect(await findings(page)).toEqual([]);
  });

  test('what cannot be saved is shown as it is stored', async () => {
    const { directory, page } = await opened(['One', 'Two']);
    await page.route('**/campaigns', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 503, body: '' }) : route.continue(),
    );

    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Move One down' }).click();
    await loaded;

    expect(await shownNames(page)).toEqual(['One', 'Two']);
    expect(await placedNames(directory)).toEqual(['One', 'Two']);
  });
});

async function opened(
  names: readonly string[],
  options: { javaScriptEnabled?: boolean } = {},
): Promise<{ directory: Directory; page: Page }> {
  const { owner } = await app.client();
  const directory = await makeDirectory(app.database, owner);
  for (const name of names)
    await makePlacement(app.database, owner, directory, { coupon: await makeCoupon(app.database, owner, { name }) });
  const context = await held.browser.newContext({ ...options, extraHTTPHeaders: { 'Accept-Language': 'en' } });
  onTestFinished(() => context.close());
  const cookie = await makeCookie(app.database, await makePerson(app.database, owner));
  const [name = '', value = ''] = cookie.split(/=(.*)/);
  await context.addCookies([{ name, value, url: app.url }]);
  const page = await context.newPage();
  await page.goto(`${app.url}/console/directories/${directory.id}/campaigns`);
  return { directory, page };
}

async function drag(page: Page, name: string, target: string): Promise<void> {
  const grip = page.locator('.sortable > li', { hasText: name }).locator('.grip');
  const from = await grip.boundingBox();
  const to = await page.locator(target).boundingBox();
  if (!from || !to) throw new Error('the offer or its target is not shown');
  await page.mouse.move(from.x + 3, from.y + 3);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, to.y + 4, { steps: 8 });
  await page.mouse.up();
}

function shownNames(page: Page): Promise<string[]> {
  return page.locator('.sortable > li .offer-name a').allTextContents();
}

async function placedNames({ id }: Directory): Promise<string[]> {
  const rows = await app.database.rows<{ name: string }>(
    'SELECT c.name AS name FROM placements p JOIN coupons c ON c.id = p.campaign_id WHERE p.directory_id = ? ORDER BY p.position',
    [id],
  );
  return rows.map(({ name }) => name);
}
