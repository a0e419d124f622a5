import { expect, test } from 'vitest';
import { useAppWithBackground } from '../../support/app.ts';
import { useBrowser } from '../../support/browser.ts';
import { makeSession } from '../../support/make.ts';
import { makeCookie, makePerson } from '../../support/make-people.ts';

const app = useAppWithBackground();
const held = useBrowser();

test('the funnel moves when a code is claimed', async () => {
  const client = await app.client();
  const { session, couponId } = await makeSession(app.database, client.owner);
  const [name = '', value = ''] = (await makeCookie(app.database, await makePerson(app.database, client.owner))).split(
    /=(.*)/,
  );
  const context = await held.browser.newContext({ baseURL: app.url, extraHTTPHeaders: { 'Accept-Language': 'en' } });
  await context.addCookies([{ name, value, url: app.url }]);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));

  await page.goto(`/console/campaigns/${couponId}`);
  const claimed = page.locator('[data-step="claimed"] strong');
  await page.locator('[data-live]').waitFor({ state: 'visible' });
  expect(await claimed.textContent()).toBe('0');
  const claim = 'mutation ($i: ClaimCouponSessionInput!) { claimCouponSession(input: $i) { id } }';
  expect((await client.graphql(claim, { i: { session } })).codes).toEqual([]);

  await expect.poll(() => claimed.textContent()).toBe('1');
  expect(await page.locator('[data-step="claimed"] small').textContent()).toBe('100%');
  expect(errors).toEqual([]);
  await context.close();
});
