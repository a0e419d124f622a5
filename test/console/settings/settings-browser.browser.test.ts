import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { deleteRows } from '../../../src/kernel/database/rows.ts';
import { jobs, saveProgress } from '../../../src/kernel/jobs/job.ts';
import { enqueue } from '../../../src/kernel/jobs/job-queue.ts';
import { useApp } from '../../support/app.ts';
import { useBrowser } from '../../support/browser.ts';
import type { Client } from '../../support/client.ts';
import { ConsoleVisitor } from '../../support/console-visitor.ts';

const app = useApp();
const held = useBrowser();

test('a text can come from a file: a text as it is, everything else as base64', async () => {
  const page = await open(await app.client(), '/settings/platforms/apple-wallet');
  const [file, text] = [page.locator('.upload input').first(), page.getByLabel('Pass Type ID certificate')];

  await file.setInputFiles({ name: 'pass.pem', mimeType: 'text/plain', buffer: Buffer.from('-----BEGIN\nabc\n') });
  await expect.poll(() => text.inputValue()).toBe('-----BEGIN\nabc\n');
  const bytes = Buffer.from([0x30, 0x82, 0, 255, 1]);
  await file.setInputFiles({ name: 'pass.cer', mimeType: 'application/x-x509-ca-cert', buffer: bytes });
  await expect.poll(() => text.inputValue()).toBe(bytes.toString('base64'));
});

test('jobs that run move by themselves, until they have ended', async () => {
  const client = await app.client();
  const accountId = client.owner.account.id;
  onTestFinished(async () => {
    await app.database.transaction((transaction) => deleteRows(transaction, jobs, { accountId }));
  });
  const progress = { requested: 1000, created: 1 };
  const options = { accountId, dueAt: '9999-01-01 00:00:00.000', progress };
  const job = await app.database.transaction((transaction) =>
    enqueue(transaction, { kind: 'createSessionsStep' } as never, { coupon: 'cam_000000000000' }, options),
  );
  const page = await open(client, '/settings/jobs');
  await page.getByText('1 of 1,000').waitFor();

  await app.database.transaction((transaction) => saveProgress(transaction, job, { ...progress, created: 700 }));
  await page.getByText('700 of 1,000').waitFor();
  await app.database.transaction(({ change }) =>
    change("UPDATE jobs SET status = 'DONE', finished_at = created_at WHERE id = ?", [job.id]),
  );
  await page.getByText('Done', { exact: true }).and(page.locator('.status')).waitFor();

  expect(await page.locator('[data-refresh]').count()).toBe(0);
});

test('an owner invites somebody, who joins with the link', async () => {
  const client = await app.client();
  const page = await open(client, '/settings/people');
  const email = `joins-${client.owner.keyId}@example.com`;
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = (await page.locator('.code-block code').textContent()) ?? '';
  const guest = await (await held.browser.newContext()).newPage();
  onTestFinished(() => guest.context().close());

  await guest.goto(link);
  await guest.getByLabel(/Password/).fill('a password of the guest');
  await guest.getByRole('button', { name: 'Join' }).click();
  await guest.waitForURL(`${app.url}/console`);

  await page.goto(`${app.url}/console/settings/people?search=${encodeURIComponent(email)}`);
  expect(await page.getByRole('row', { name: email }).count()).toBeGreaterThan(0);
});

async function open(client: Client, path: string): Promise<Page> {
  const { cookie } = await ConsoleVisitor.of(app, client.owner);
  const [name = '', value = ''] = cookie.split(/=(.*)/);
  const context = await held.browser.newContext({ extraHTTPHeaders: { 'Accept-Language': 'en' } });
  onTestFinished(() => context.close());
  await context.addCookies([{ name, value, url: app.url }]);
  const page = await context.newPage();
  await page.goto(`${app.url}/console${path}`);
  return page;
}
