import { expect, inject, onTestFinished, test } from 'vitest';
import { findings } from '../../support/accessibility.ts';
import { useApp } from '../../support/app.ts';
import { useBrowser } from '../../support/browser.ts';
import { makeCoupon } from '../../support/make.ts';
import { makeCookie, makePerson } from '../../support/make-people.ts';

const app = useApp();
const held = useBrowser();

async function openScreen(javaScriptEnabled = true) {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner, { title: 'Fresh bread' });
  const cookie = await makeCookie(app.database, await makePerson(app.database, client.owner, { role: 'MARKETER' }));
  const context = await held.browser.newContext({ baseURL: app.url, reducedMotion: 'reduce', javaScriptEnabled });
  onTestFinished(() => context.close());
  const [name = '', value = ''] = cookie.split(/=(.*)/);
  await context.addCookies([{ name, value, url: app.url }]);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(`/console/campaigns/${id}/page`);
  const stored = async () =>
    (await client.graphql(`{ coupon(id: "${id}") { landingPage { consent } } }`)).data.coupon.landingPage;
  return { page, errors, stored, visitors: page.frameLocator('iframe#preview').locator('main') };
}

test.skipIf(inject('engine') !== 'sqlite')('the preview follows the form, and saves nothing', async () => {
  const { page, errors, stored, visitors } = await openScreen();
  await expect.poll(() => visitors.textContent()).toContain('Fresh bread');
  expect(await visitors.locator('form').count()).toBe(0);

  await page.locator('[name=open]').check();
  await page.locator('[name=consent]').fill('<b>I agree</b>');
  await page.locator('[name=ask_EMAIL]').selectOption('REQUIRED');
  await page.locator('[name=limit]').fill('5');
  await expect.poll(() => visitors.locator('form').textContent()).toContain('<b>I agree</b>');
  await expect.poll(() => visitors.locator('input[type=email][required]').count()).toBe(1);
  await page.locator('[name=consent]').fill('');
  await expect.poll(() => visitors.locator('form').textContent()).not.toContain('I agree');
  await page.locator('[name=open]').uncheck();
  await expect.poll(() => visitors.locator('form').count()).toBe(0);

  expect(await stored()).toBeNull();
  expect(await page.locator('[data-live-hint]').textContent()).toContain('once you save');
  expect(await findings(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test.skipIf(inject('engine') !== 'sqlite')('without scripts, the preview shows what is saved', async () => {
  const { page, stored, visitors } = await openScreen(false);
  await page.locator('[name=open]').check();
  await page.locator('[name=consent]').fill('I agree');
  await page.locator('#form-save button[type=submit]:not([name])').click();
  await page.waitForURL(/done=save/);
  expect(await stored()).toEqual({ consent: 'I agree' });
  expect(await visitors.locator('form').textContent()).toContain('I agree');
});
