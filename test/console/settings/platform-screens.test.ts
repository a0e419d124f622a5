import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { ConsoleVisitor } from '../../support/console-visitor.ts';

const app = useApp();
const secret = 'a secret of the platform';

test('an owner connects, tests and disconnects platforms, and no secret is shown', async () => {
  const client = await app.client();
  const owner = await ConsoleVisitor.of(app, client.owner);
  const path = '/settings/platforms/email';
  expect((await owner.get('/settings/platforms')).text).toContain('Not connected');

  const smtp = { host: '127.0.0.1', port: '1', security: 'STARTTLS', username: 'ada', password: secret };
  const given = { ...smtp, from: 'Bakery <mail@bakery.example>', perSecond: '5' };
  expect((await owner.post(path, 'SMTP', given)).location).toBe('/console/settings/platforms/email?done=SMTP');

  const record = await owner.get(path);
  expect(record.text).toContain('127.0.0.1:1');
  expect(record.text).toContain('Bakery &lt;mail@bakery.example>');
  expect(record.text).not.toContain(secret);
  expect((await owner.get('/settings/platforms')).text).toContain('SMTP');
  const [, id = ''] = /name="id" value="(int_\w+)"/.exec(record.text) ?? [];
  const tested = await owner.post(path, 'test', { id, to: '' });
  expect(tested.text).toContain('It does not work');
  expect((await owner.post(path, 'test', { id, to: 'nobody' })).text).toContain('id="test--to-problem"');
  expect((await owner.post(path, 'disconnect', { id })).status).toBe(303);
  expect((await owner.get(path)).text).toContain('Not connected');
});

test.each([
  ['email', 'SMTP', { host: 'no host', security: 'TLS' }, 'host'],
  ['email', 'SMTP', { host: 'smtp.example', security: 'TLS', port: '99999' }, 'port'],
  ['email', 'SMTP', { host: 'smtp.example', security: 'TLS', username: 'ada' }, 'password'],
  ['sms', 'TWILIO', { accountSid: 'AC1', from: '+4930123456' }, 'authToken'],
  ['sms', 'SMPP', { host: 'smpp.example', systemId: 'x', from: 'a name that is too long' }, 'from'],
  ['apple-wallet', 'APPLE', { certificate: 'none' }, 'certificate'],
  ['google-wallet', 'GOOGLE', { issuerId: '1', serviceAccount: '{}' }, 'serviceAccount'],
  ['google-wallet', 'GOOGLE', { issuerId: 'one', serviceAccount: '{}' }, 'issuerId'],
  ['sms-groups', 'TWILIO', { accountSid: 'AC1', authToken: 'x', from: 'Bakery', perSecond: '0' }, 'perSecond'],
])('at %s, %s with %o is refused at its field', async (purpose, form, fields, field) => {
  const client = await app.client();
  const owner = await ConsoleVisitor.of(app, client.owner);

  const { status, text } = await owner.post(`/settings/platforms/${purpose}`, form, fields);

  expect(status).toBe(422);
  expect(text).toContain(`id="${form}--${field}-problem"`);
});

test('the outbox connects every purpose, and a wallet is tested without a message', async () => {
  const client = await app.client();
  const owner = await ConsoleVisitor.of(app, client.owner);
  const purposes = ['email', 'sms', 'email-groups', 'sms-groups', 'apple-wallet', 'google-wallet'];
  for (const purpose of purposes)
    expect((await owner.post(`/settings/platforms/${purpose}`, 'CAPTURE')).status, purpose).toBe(303);

  const list = await owner.get('/settings/platforms');
  expect(list.text.match(/Test outbox/g)).toHaveLength(6);
  const record = await owner.get('/settings/platforms/apple-wallet');
  expect(record.text).not.toContain('Send a test message');
  const [, id = ''] = /name="id" value="(int_\w+)"/.exec(record.text) ?? [];
  expect((await owner.post('/settings/platforms/apple-wallet', 'testWallet', { id })).text).toMatch(
    /It (works|does not)/,
  );
  expect((await owner.post('/settings/platforms/email', 'SMTP', {})).status).toBe(422);
});

test('a certificate request can be saved as a file, and stays the same until it is replaced', async () => {
  const client = await app.client();
  const owner = await ConsoleVisitor.of(app, client.owner);
  const path = '/settings/platforms/apple-wallet';
  const requested = async (fields = {}) => {
    const { text } = await owner.post(path, 'request', fields);
    const [, file = ''] =
      /href="data:application\/pkcs10;base64,([^"]+)" download="pass.certSigningRequest"/.exec(text) ?? [];
    return Buffer.from(file, 'base64').toString();
  };

  const first = await requested();
  expect(first).toMatch(/^-----BEGIN CERTIFICATE REQUEST-----/);
  expect(publicKeyOf(await requested())).toBe(publicKeyOf(first));
  expect(publicKeyOf(await requested({ replace: 'on' }))).not.toBe(publicKeyOf(first));
});

/** Returns the beginning of a request, which names the account and holds the public key, without the signature. */
const publicKeyOf = (request: string) => request.slice(0, 350);

test('a purpose that does not exist is not found', async () => {
  const client = await app.client();
  const owner = await ConsoleVisitor.of(app, client.owner);

  for (const purpose of ['fax', 'constructor', '%3Cb%3E'])
    expect((await owner.get(`/settings/platforms/${purpose}`)).status, purpose).toBe(404);
});
