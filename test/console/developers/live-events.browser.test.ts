import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { useAppWithBackground } from '../../support/app.ts';
import { useBrowser } from '../../support/browser.ts';
import type { Client } from '../../support/client.ts';
import { ConsoleVisitor } from '../../support/console-visitor.ts';
import { makeCoupons } from '../../webhooks/webhook-client.ts';

const app = useAppWithBackground();
const held = useBrowser();

async function open(client: Client, path: string): Promise<Page> {
  const { cookie } = await ConsoleVisitor.of(app, client.owner);
  const context = await held.browser.newContext({ extraHTTPHeaders: { 'Accept-Language': 'en' } });
  onTestFinished(() => context.close());
  const [name = '', value = ''] = cookie.split(/=(.*)/);
  await context.addCookies([{ name, value, url: app.url }]);
  const page = await context.newPage();
  await page.goto(`${app.url}/console${path}`);
  return page;
}

const status = (page: Page) => page.locator('.live [role="status"]');
const rows = (page: Page) => page.locator('tbody tr');

test.runIf(inject('engine') === 'sqlite')(
  'new events appear at the top, also in an empty list, until somebody pauses',
  async () => {
    const client = await app.client();
    const page = await open(client, '/events');
    await expect.poll(() => status(page).textContent()).toBe('Live');

    // "Live" stands for the connection. The page follows the events a moment later.
    let newest = '';
    const rowsAfterOneMore = async () => {
      [newest = ''] = await makeCoupons(client, 'Bread');
      return rows(page).count();
    };
    await expect.poll(rowsAfterOneMore, { interval: 1000 }).toBeGreaterThan(0);
    await expect.poll(() => rows(page).first().textContent()).toContain(newest);
    const shown = await rows(page).count();
    await expect.poll(() => status(page).textContent()).toBe('Live');
    await client.graphql('mutation { createFolder(input: { name: "Autumn" }) { id } }');
    const [coupon = ''] = await makeCoupons(client, 'Cake');
    await expect.poll(() => rows(page).count()).toBe(shown + 1);
    const cells = await rows(page).first().locator('td').allTextContents();
    expect(cells.slice(1)).toEqual(['coupon_created', coupon, '–', 'test']);
    expect(cells[0]).toBe(await page.locator('tbody time').first().textContent());

    await page.getByRole('button', { name: 'Pause' }).click();
    await makeCoupons(client, 'Roll');
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => rows(page).count()).toBe(shown + 2);

    await rows(page).first().getByRole('link').click();
    await page.getByRole('heading', { name: 'coupon_created' }).waitFor();
  },
);

test.runIf(inject('engine') === 'sqlite')(
  'a page follows only the events of its filters, and keeps at most 300',
  async () => {
    const client = await app.client();
    await makeCoupons(client, 'Bread');
    const page = await open(client, '/events?type=coupon_edit_locked');
    await expect.poll(() => status(page).textContent()).toBe('Live');
    const rowsAfterOneMore = async () => {
      const [id = ''] = await makeCoupons(client, 'Cake');
      await client.graphql('mutation ($id: ID!) { lockCoupon(input: { id: $id }) { id } }', { id });
      return rows(page).count();
    };
    await expect.poll(rowsAfterOneMore, { interval: 1000 }).toBeGreaterThan(0);
    const shown = await rows(page).allTextContents();
    expect(shown.filter((row) => !row.includes('coupon_edit_locked'))).toEqual([]);

    const all = await open(client, '/events');
    await expect.poll(() => status(all).textContent()).toBe('Live');
    await makeCoupons(client, ...Array.from({ length: 310 }, (_, index) => `Bread ${index}`));
    await expect.poll(async () => (await rows(all).count()) >= 300).toBe(true);
    await expect.poll(() => rows(all).count()).toBe(300);
  },
);
