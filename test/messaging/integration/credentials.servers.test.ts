import { expect, test } from 'vitest';
import type { Database } from '../../../src/kernel/database/database.ts';
import { requireRow } from '../../../src/kernel/database/rows.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { integrations } from '../../../src/messaging/integration/integration.ts';
import { useAppWithLog } from '../../support/app.ts';
import { messageOf, send } from '../../support/make-messages.ts';
import { MessageCentre } from '../../support/smpp-server.ts';
import { MailServer } from '../../support/smtp-server.ts';
import { trustCertificate } from '../../support/trust.ts';
import { TwilioServer } from '../../support/twilio-server.ts';

trustCertificate();
const app = useAppWithLog();

const mailPassword = 'unmistakable-mail-password-Ω';
const centrePassword = 'unm1stak';

test('no credential is logged, shown, returned or stored in plain text', async () => {
  const mail = await MailServer.startForTest({
    security: 'STARTTLS',
    credentials: { username: 'bakery', password: mailPassword },
  });
  const centre = await MessageCentre.startForTest({ systemId: 'bakery', password: centrePassword });
  const twilio = await TwilioServer.startForTest();
  const client = await app.client();
  const { database } = app;
  const notified: string[] = [];
  const call = async (name: string, input: object, selection: string, headers: Record<string, string> = {}) => {
    const document = `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { done: ${name}(input: $input) ${selection} }`;
    const { data, errors } = await client.graphql(document, { input }, headers);
    notified.push(JSON.stringify({ data, errors }));
    return data?.done;
  };
  const shown = '{ host port security username from baseUrl accountSid messagingServiceSid systemId systemType tls }';
  const connect = (channel: string, provider: string, settings: object, headers = {}) =>
    call('connectIntegration', { channel, provider, settings }, `{ id inboundUrl settings ${shown} }`, headers);
  const tryOut = (id: string, to?: string) => call('testIntegration', { id, to }, '{ ok detail }');
  const { systemType: _, ...smpp } = centre.settings;
  const mailSettings = { ...mail.settings, from: 'Bakery <mail@bakery.example>' };

  // The credentials are valid and work,
  const email = await connect('EMAIL', 'SMTP', mailSettings, { 'Idempotency-Key': 'connect' });
  await connect('EMAIL', 'SMTP', mailSettings, { 'Idempotency-Key': 'connect' });
  const sms = await connect('SMS', 'SMPP', smpp);
  const service = await connect('SMS_SERVICE', 'TWILIO', twilio.settings);
  expect(await tryOut(email.id, 'ada@example.com')).toMatchObject({ ok: true });
  expect(await tryOut(sms.id, '+491701234567')).toMatchObject({ ok: true });
  expect(await tryOut(service.id, '+491701234567')).toMatchObject({ ok: true });
  // are used by the worker,
  const sentThrough = async (id: string, to: string) => {
    const integration = await requireRow(database, integrations, { id });
    const [message = ''] = await send(database, integration, [to], { sender: null });
    const tried = async () =>
      (await messageOf(database, message)).reason ?? (await messageOf(database, message)).status;
    await expect.poll(tried).not.toMatch(/^(QUEUED|SENDING)$/);
    return messageOf(database, message);
  };
  expect(await sentThrough(email.id, 'ada@example.com')).toMatchObject({ status: 'SENT' });
  expect(await sentThrough(sms.id, '+491701234567')).toMatchObject({ status: 'SENT' });
  expect(await sentThrough(service.id, '+491701234567')).toMatchObject({ status: 'SENT' });
  // are repeated in errors of the platforms,
  twilio.behaves.set('+491701234568', { status: 400, code: 21606, message: `not from ${twilio.authToken}` });
  mail.misbehaves.set('bob@example.com', { at: 'RCPT', code: 550, message: `5.7.1 ${mailPassword} has no right` });
  expect(await tryOut(service.id, '+491701234568')).toMatchObject({ ok: false });
  expect(await tryOut(email.id, 'bob@example.com')).toMatchObject({ ok: false });
  expect(await sentThrough(service.id, '+491701234568')).toMatchObject({ status: 'FAILED' });
  expect(await sentThrough(email.id, 'bob@example.com')).toMatchObject({ status: 'FAILED' });
  // are given in wrong fields,
  await connect('EMAIL', 'SMTP', { ...mailSettings, port: 'x' });
  await connect('EMAIL', 'SMTP', { ...mailSettings, prot: 25 });
  await connect('EMAIL', 'SMTP', { ...mailSettings, password: [mailPassword], username: { a: mailPassword } });
  await connect('EMAIL', 'TWILIO', mailSettings);
  await connect('SMS', 'SMTP', mailSettings);
  await connect('EMAIL', 'SMTP', { ...mailSettings, host: '10.0.0.1' });
  await connect('SMS', 'TWILIO', { ...twilio.settings, from: twilio.authToken.repeat(9), baseUrl: 'https://10.0.0.1' });
  // are wrong.
  await connect('EMAIL', 'SMTP', { ...mailSettings, password: `${mailPassword}2` });
  await connect('SMS', 'SMPP', { ...smpp, password: `${centrePassword}2` });
  await connect('SMS_SERVICE', 'TWILIO', { ...twilio.settings, authToken: `${twilio.authToken}2` });
  for (const { id } of [email, sms, service]) expect(await tryOut(id)).toMatchObject({ ok: false });
  const unreached = await sentThrough(email.id, 'ada@example.com');
  expect(unreached).toMatchObject({
    status: 'QUEUED',
    reason: expect.stringMatching(/^The mail server did not accept/),
  });
  const { data } = await client.graphql(`{ integrations { edges { node { id inboundUrl settings ${shown} } } } }`);
  notified.push(JSON.stringify(data));

  const logged = app.logged();
  const stored = await everythingIn(database);

  expect(stored).toContain('mail@bakery.example'); // Proves that the search covers the settings.
  expect(logged).toContain('testIntegration');
  const secrets = [mailPassword, centrePassword, twilio.authToken];
  for (const secret of secrets.flatMap(waysToWrite)) {
    for (const [place, text] of Object.entries({ logged, stored, notified: notified.join('\n') }))
      expect(text.includes(secret), `${place} contains ${secret}`).toBe(false);
  }
});

/** The secret in plain text, in a form, in JSON, and in the base64 of SMTP and HTTP. */
function waysToWrite(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64');
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), base64, base64.replace(/=+$/, '')];
}

/** Every row of every table, as text. */
async function everythingIn(database: Database): Promise<string> {
  const tables = model.entities.map(({ options }) => options.tableName);
  const rows = await Promise.all(tables.map((table) => database.rows<object>(`SELECT * FROM ${table}`)));
  return JSON.stringify(rows);
}
