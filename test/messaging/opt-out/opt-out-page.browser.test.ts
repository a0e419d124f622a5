import { expect, onTestFinished, test } from 'vitest';
import { Secrets } from '../../../src/kernel/security/secrets.ts';
import { unsubscribeAddress } from '../../../src/messaging/content/rendering.ts';
import { findings } from '../../support/accessibility.ts';
import { useApp } from '../../support/app.ts';
import { useBrowser } from '../../support/browser.ts';
import { appSecret, makeIntegration } from '../../support/make.ts';
import { send } from '../../support/make-messages.ts';

const app = useApp();
const held = useBrowser();

test('axe finds no violation on the page of the link in an email, before and after the opt-out', async () => {
  const { owner } = await app.client();
  const [id = ''] = await send(app.database, await makeIntegration(app.database, owner), ['ada@example.com']);
  const context = await held.browser.newContext({ viewport: { width: 360, height: 740 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(unsubscribeAddress({ publicUrl: app.url, secrets: new Secrets(appSecret) }, id));

  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
  expect(await findings(page)).toEqual([]);
});
