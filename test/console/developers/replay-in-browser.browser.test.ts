import { expect, inject, test } from 'vitest';
import { useAppWithBackground } from '../../support/app.ts';
import { useBrowser } from '../../support/browser.ts';
import { ConsoleVisitor } from '../../support/console-visitor.ts';
import { deliveriesOf, follow, makeCoupons, untilDelivered } from '../../webhooks/webhook-client.ts';

const app = useAppWithBackground();
const held = useBrowser();

test.runIf(inject('engine') === 'sqlite').each([
  ['with scripts', true],
  ['without scripts', false],
])('a failed delivery is found and replayed in three clicks from home, %s', async (_, javaScriptEnabled) => {
  const followed = await follow(await app.client());
  const { client, receiver } = followed;
  receiver.answers = [500, 200];
  await makeCoupons(client, 'Bread');
  await expect.poll(async () => (await deliveriesOf(client))[0]?.attempts.length).toBeGreaterThan(0);
  const { cookie } = await ConsoleVisitor.of(app, client.owner);
  const context = await held.browser.newContext({ javaScriptEnabled, extraHTTPHeaders: { 'Accept-Language': 'en' } });
  const [name = '', value = ''] = cookie.split(/=(.*)/);
  await context.addCookies([{ name, value, url: app.url }]);
  const page = await context.newPage();
  await page.goto(`${app.url}/console`);

  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('link', { name: 'Failed attempts' }).click();
  await page.getByRole('button', { name: /^Replay dlv_/ }).click();

  await page.getByText('The delivery is being attempted again.').waitFor();
  await untilDelivered(followed, 1);
  await context.close();
});
