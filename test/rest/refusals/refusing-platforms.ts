import type { Database } from '../../../src/database/database.ts';
import type { OpenPlatform } from '../../../src/distribution/platform.ts';
import { openPlatform } from '../../../src/distribution/platforms/open.ts';
import { TestPlatforms } from '../../distribution/test-platforms.ts';
import type { Client } from '../../support/client.ts';
import { makeIntegration } from '../../support/make.ts';
import { MailServer } from '../../support/smtp-server.ts';

export const refusedEmail = 'refused@example.com';
export const refusedPhone = '+493012349999';

const sms = new TestPlatforms();

/** Mail servers are real; nobody sends SMS. */
export const openRefusing: OpenPlatform = (integration, ...rest) =>
  (integration.provider === 'SMTP' ? openPlatform : sms.open)(integration, ...rest);

/** Connects the account with a mail server that refuses one address, and for SMS that are all refused. */
export async function connectRefusing(database: Database, { owner }: Client): Promise<void> {
  const server = await MailServer.startForTest();
  server.misbehaves.set(refusedEmail, { at: 'RCPT', code: 550, message: '5.1.1 no such mailbox' });
  const settings = { ...server.settings, username: null, password: null, from: 'Bakery <mail@bakery.example>' };
  await makeIntegration(database, owner, { provider: 'SMTP', settings });
  await makeIntegration(database, owner, { channel: 'SMS' });
  sms.answer(owner.account, { outcome: 'REFUSED', reason: 'Unknown number' });
}
