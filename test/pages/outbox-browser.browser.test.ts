import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { capture } from '../../src/messaging/platform/outbox.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import { useApp } from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';

const app = useApp();
const held = useBrowser();

test('a user with a key reads a captured message and follows a link in it', async () => {
  const { owner } = await app.client();
  const link = `${app.url}/healthz`;
  await capture(app.dataDirectory, 'EMAIL', {
    ...{
      channel: 'EMAIL',
      id: newId('message'),
      accountId: owner.account.id,
      subject: 'Fresh bread',
      text: 'Hello Ada',
    },
    from: { name: 'Bakery', address: 'mail@bakery.example' },
    to: { name: 'Ada', address: 'ada@example.com' },
    html: `<p style="color: rgb(1, 2, 3)">Hello <b>Ada</b></p><script>document.body.remove()</script><a href="${link}">Get it</a>`,
    unsubscribeUrl: 'https://example.com/u',
  });
  const context = await held.browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));

  await page.goto(`${app.url}/outbox`);
  await signIn(page, owner.keyId, 'a wrong secret');
  expect(await page.getByRole('alert').textContent()).toBe('The key ID or the secret is wrong.');
  await signIn(page, owner.keyId, owner.secret);
  await page.getByRole('link', { name: 'Fresh bread' }).click();
  const mail = page.frameLocator('iframe');

  expect(await mail.getByText('Hello Ada').textContent()).toBe('Hello Ada');
  expect(await mail.getByText('Hello Ada').evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    mail.getByRole('link', { name: 'Get it' }).click(),
  ]);
  await opened.waitForLoadState();
  expect(opened.url()).toBe(link);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

async function signIn(page: Page, key: string, secret: string): Promise<void> {
  await page.getByLabel('Key ID').fill(key);
  await page.getByLabel('Secret').fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
