import type { Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { TestPlatforms } from '../../messaging/test-platforms.ts';
import { findings } from '../../support/accessibility.ts';
import { useAppWithBackground } from '../../support/app.ts';
import { useBrowser } from '../../support/browser.ts';
import { makeCoupon, makeIntegration } from '../../support/make.ts';
import { makeContacts, makeGroup } from '../../support/make-contacts.ts';
import { makeCookie, makePerson } from '../../support/make-people.ts';

const platforms = new TestPlatforms();
const app = useAppWithBackground({}, { openPlatform: platforms.open });
const held = useBrowser();

/** Opens the screen in an account with a coupon and a group, and collects the errors of the page. */
async function compose(options: { javaScriptEnabled?: boolean } = {}) {
  const { owner } = await app.client();
  const settings = { from: 'Bakery <mail@bakery.example>' } as never;
  for (const channel of ['EMAIL', 'EMAIL_SERVICE'] as const)
    await makeIntegration(app.database, owner, { channel, provider: 'SMTP', settings });
  await makeCoupon(app.database, owner, { name: 'Rye bread' });
  const group = await makeGroup(app.database, owner, { name: 'Regulars' });
  await makeContacts(app.database, group, [{ address: 'ada@example.com', firstName: 'Ada' }]);
  const cookie = await makeCookie(app.database, await makePerson(app.database, owner, { role: 'MARKETER' }));
  const context = await held.browser.newContext({ ...options, baseURL: app.url, reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  const [name = '', value = ''] = cookie.split(/=(.*)/);
  await context.addCookies([{ name, value, url: app.url }]);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto('/console/sending/new');
  return { page, errors, owner };
}

const mail = (page: Page) => page.frameLocator('iframe.mail').locator('body');

describe.skipIf(inject('engine') !== 'sqlite')('in a browser', () => {
  test('the preview follows what somebody types, and the design shows in its frame', async () => {
    const { page, errors, owner } = await compose();
    await page.getByLabel('Subject of the email').fill('For [NAME]');
    await page.locator('textarea').fill('<h1>Hello [FIRSTNAME]</h1>');
    await expect.poll(() => mail(page).textContent()).toContain('Hello Ada');
    expect(await page.locator('#preview').textContent()).toContain('For Ada Lovelace');
    expect(await findings(page)).toEqual([]);

    await page.getByLabel('Group of contacts').selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Preview and check' }).click();
    await expect.poll(() => mail(page).textContent()).toContain('Hello Ada');
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send to the group (1)' }).click();
    await page.waitForURL(/\/sending\/jobs\//);
    await expect.poll(() => platforms.of(owner.account).length).toBe(1);
    // The page follows the numbers, and is read again when the send ends.
    await expect.poll(() => page.locator('#numbers').textContent()).toContain('Done');
    expect(errors).toEqual([]);
  });

  test('all of it works without scripts', async () => {
    const { page, owner } = await compose({ javaScriptEnabled: false });
    await page.getByLabel('Group of contacts').selectOption({ index: 1 });
    await page.locator('textarea').fill('Hello [FIRSTNAME]');
    await page.getByRole('button', { name: 'Preview and check' }).click();
    await page.getByRole('button', { name: 'Show the design of the email' }).click();
    await mail(page).getByText('Hello Ada').waitFor();
    await page.getByRole('button', { name: 'Send to the group (1)' }).click();
    await page.waitForURL(/\/sending\/jobs\//);
    await expect.poll(() => platforms.of(owner.account).length).toBe(1);
  });
});
