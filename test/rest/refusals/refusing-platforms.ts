import type { Database } from '../../../src/kernel/database/database.ts';
import type { Client } from '../../support/client.ts';
import { makeIntegration } from '../../support/make.ts';
import { MailServer } from '../../support/smtp-server.ts';
import { TwilioServer } from '../../support/twilio-server.ts';

export const refusedEmail = 'refused@example.com';
export const refusedPhone = '+493012349999';
export const stoppedPhone = '+493012348888';

/** Connects the account with a mail server and an SMS gateway, each of which refuses certain recipients. */
export async function connectRefusing(database: Database, { owner }: Client): Promise<void> {
  const mail = await MailServer.startForTest();
  mail.misbehaves.set(refusedEmail, { at: 'RCPT', code: 550, message: '5.1.1 no such mailbox' });
  const settings = { ...mail.settings, username: null, password: null, from: 'Bakery <mail@bakery.example>' };
  await makeIntegration(database, owner, { provider: 'SMTP', settings });

  const sms = await TwilioServer.startForTest();
  sms.behaves.set(refusedPhone, { status: 400, code: 21211, message: 'The number is not valid.' });
  sms.behaves.set(stoppedPhone, { status: 400, code: 21610, message: 'Attempt to send to unsubscribed recipient' });
  const gateway = { ...sms.settings, messagingServiceSid: null };
  await makeIntegration(database, owner, { channel: 'SMS', provider: 'TWILIO', settings: gateway });
}
