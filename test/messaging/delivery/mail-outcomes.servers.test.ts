import { expect, test } from 'vitest';
import { useAppWithBackground } from '../../support/app.ts';
import { makeAccount, makeIntegration } from '../../support/make.ts';
import { letPass, send, statusesOf } from '../../support/make-messages.ts';
import { MailServer } from '../../support/smtp-server.ts';

const app = useAppWithBackground();

async function connected() {
  const server = await MailServer.startForTest();
  const settings = { username: null, password: null, from: 'mail@bakery.example', ...server.settings };
  const owner = await makeAccount(app.database);
  return { server, integration: await makeIntegration(app.database, owner, { provider: 'SMTP', settings }) };
}

test('a busy mailbox is retried, and a missing one is not', async () => {
  const { server, integration } = await connected();
  server.misbehaves.set('busy@example.com', { at: 'RCPT', code: 451, message: '4.2.1 busy' });
  server.misbehaves.set('gone@example.com', { at: 'RCPT', code: 550, message: '5.1.1 no such user' });
  await send(app.database, integration, ['busy@example.com', 'gone@example.com', 'ada@example.com']);

  const settled = { FAILED: 1, QUEUED: 1, SENT: 1 };
  await expect.poll(() => statusesOf(app.database, integration)).toEqual(settled);
  server.misbehaves.clear();
  await letPass(app.database, integration, 120_000);
  await expect.poll(() => statusesOf(app.database, integration)).toEqual({ FAILED: 1, SENT: 2 });
});

test('a connection that breaks after the mail was handed over leaves the outcome unknown', async () => {
  const { server, integration } = await connected();
  server.misbehaves.set('ada@example.com', { at: 'END', does: 'take and close' });
  await send(app.database, integration, ['ada@example.com']);

  await expect.poll(() => statusesOf(app.database, integration)).toEqual({ UNKNOWN: 1 });
  expect(server.mails).toHaveLength(1);
});
