import { describe, expect, test } from 'vitest';
import { findRow, requireRow } from '../../../src/kernel/database/rows.ts';
import { Secrets } from '../../../src/kernel/security/secrets.ts';
import { integrations, settingsOf } from '../../../src/messaging/integration/integration.ts';
import { useApp } from '../../support/app.ts';
import type { Client, GraphQLAnswer } from '../../support/client.ts';
import { appSecret } from '../../support/make.ts';
import { MailServer } from '../../support/smtp-server.ts';

const app = useApp();
const shown = 'host port security username from baseUrl accountSid messagingServiceSid systemId systemType tls';
const selection = `id channel provider perSecond inboundUrl connectedAt disconnectedAt settings { ${shown} }`;

function connect(client: Client, input: object): Promise<GraphQLAnswer> {
  const document = `mutation ($input: ConnectIntegrationInput!) { done: connectIntegration(input: $input) { ${selection} } }`;
  return client.graphql(document, { input });
}

async function listOf(client: Client, filter = '') {
  const { data } = await client.graphql(`{ integrations${filter} { edges { node { ${selection} } } } }`);
  return data.integrations.edges.map(({ node }: { node: object }) => node);
}

const smtp = {
  host: 'mail.example.com',
  username: 'bakery',
  password: 'correct horse',
  from: 'Bäckerei <mail@bakery.example>',
};

test('a new connection is listed with its visible settings', async () => {
  const client = await app.client();

  const { data, codes } = await connect(client, { channel: 'EMAIL', provider: 'SMTP', settings: smtp, perSecond: 20 });

  expect(codes).toEqual([]);
  expect(data.done).toMatchObject({ channel: 'EMAIL', provider: 'SMTP', perSecond: 20, inboundUrl: null });
  const { password, ...visible } = smtp;
  expect(data.done.settings).toMatchObject({
    ...visible,
    port: 587,
    security: 'STARTTLS',
    accountSid: null,
    tls: null,
  });
  expect(await listOf(client)).toEqual([data.done]);
});

test('credentials are stored encrypted', async () => {
  const client = await app.client();
  const { data } = await connect(client, { channel: 'EMAIL', provider: 'SMTP', settings: smtp });

  const stored = await requireRow(app.database, integrations, { id: data.done.id });

  expect(JSON.stringify(stored)).not.toContain(smtp.password);
  expect(settingsOf(stored, new Secrets(appSecret))).toMatchObject({ ...smtp, port: 587, security: 'STARTTLS' });
});

test('a second connection of a channel replaces its settings and keeps its id', async () => {
  const client = await app.client();
  const first = await connect(client, { channel: 'EMAIL', provider: 'SMTP', settings: smtp });

  const second = await connect(client, { channel: 'EMAIL', provider: 'CAPTURE' });

  expect(second.data.done).toMatchObject({ id: first.data.done.id, provider: 'CAPTURE' });
  expect(await listOf(client)).toEqual([second.data.done]);
  expect(await findRow(app.database, integrations, { id: first.data.done.id })).toMatchObject({ version: 2 });
});

test('two simultaneous connections of a channel leave one', async () => {
  const client = await app.client();
  const hosts = ['one.example.com', 'two.example.com', 'three.example.com'];

  const answers = await Promise.all(
    hosts.map((host) => connect(client, { channel: 'SMS', provider: 'SMPP', settings: { host, systemId: 'bakery' } })),
  );

  expect(answers.flatMap(({ codes }) => codes)).toEqual([]);
  expect(await listOf(client)).toHaveLength(1);
});

test('every channel has its own connection', async () => {
  const client = await app.client();
  for (const channel of ['EMAIL', 'SMS', 'EMAIL_SERVICE', 'SMS_SERVICE'])
    expect((await connect(client, { channel, provider: 'CAPTURE' })).codes).toEqual([]);

  expect(await listOf(client)).toHaveLength(4);
  expect(await listOf(client, '(filter: { channel: SMS_SERVICE })')).toMatchObject([{ channel: 'SMS_SERVICE' }]);
});

test('a disconnected integration is not listed, and its credentials are erased', async () => {
  const client = await app.client();
  const { id } = (await connect(client, { channel: 'EMAIL', provider: 'SMTP', settings: smtp })).data.done;
  const end = `mutation { done: disconnectIntegration(input: { id: "${id}" }) { id disconnectedAt } }`;

  const { data } = await client.graphql(end);

  expect(data.done).toEqual({ id, disconnectedAt: expect.any(String) });
  expect(await listOf(client)).toEqual([]);
  const stored = await requireRow(app.database, integrations, { id });
  expect(settingsOf(stored, new Secrets(appSecret))).toEqual({});
  expect((await client.graphql(end)).codes).toEqual(['INTEGRATION_NOT_FOUND']);
});

test('a disconnected channel can be connected again', async () => {
  const client = await app.client();
  const { id } = (await connect(client, { channel: 'EMAIL', provider: 'SMTP', settings: smtp })).data.done;
  await client.graphql(`mutation { disconnectIntegration(input: { id: "${id}" }) { id } }`);

  const { data } = await connect(client, { channel: 'EMAIL', provider: 'SMTP', settings: smtp });

  expect(data.done).toMatchObject({ id, disconnectedAt: null });
  expect(await listOf(client)).toEqual([data.done]);
});

describe('each provider accepts its settings', () => {
  const sms = { channel: 'SMS', provider: 'TWILIO' };
  const smpp = { channel: 'SMS', provider: 'SMPP' };
  const email = { channel: 'EMAIL', provider: 'SMTP' };
  const twilio = { accountSid: 'AC1', authToken: 'token', from: '+491701234567' };

  test.each([
    [
      { ...email, settings: { host: 'mail.example.com', security: 'TLS' } },
      { port: 465, username: null },
    ],
    [{ ...email, settings: { host: 'mail.example.com', security: 'NONE' } }, { port: 25 }],
    [
      { ...email, settings: { host: 'bücher.example', port: 2525 } },
      { port: 2525, security: 'STARTTLS' },
    ],
    [
      { ...sms, settings: twilio },
      { baseUrl: 'https://api.twilio.com', accountSid: 'AC1', from: '+491701234567' },
    ],
    [
      { ...sms, settings: { ...twilio, baseUrl: 'https://sms.example.com/api/' } },
      { baseUrl: 'https://sms.example.com/api' },
    ],
    [{ ...sms, settings: { ...twilio, from: null, messagingServiceSid: 'MG1' } }, { messagingServiceSid: 'MG1' }],
    [
      { ...smpp, settings: { host: 'smsc.example.com', systemId: 'me' } },
      { port: 2775, tls: false, systemId: 'me' },
    ],
    [{ ...smpp, settings: { host: 'smsc.example.com', systemId: 'me', tls: true, from: 'Bakery' } }, { port: 3550 }],
    [{ channel: 'SMS_SERVICE', provider: 'CAPTURE', settings: {} }, {}],
  ])('%j', async (input, settings) => {
    const { data, codes } = await connect(await app.client(), input);

    expect(codes).toEqual([]);
    expect(data.done.settings).toMatchObject(settings);
  });

  test.each([
    [{ ...email, settings: {} }, { 'settings.host': 'is missing' }],
    [{ ...email }, { 'settings.host': 'is missing' }],
    [
      { ...sms, settings: {} },
      { 'settings.accountSid': 'is missing', 'settings.authToken': 'is missing' },
    ],
    [
      { ...smpp, settings: {} },
      { 'settings.host': 'is missing', 'settings.systemId': 'is missing' },
    ],
    [{ ...email, settings: { ...smtp, authToken: 'x' } }, { 'settings.authToken': 'is not a setting of SMTP' }],
    [
      { ...email, settings: { ...smtp, password: null } },
      { 'settings.password': 'must be given together with the user name' },
    ],
    [
      { ...email, settings: { ...smtp, security: 'NONE' } },
      { 'settings.security': 'must be TLS or STARTTLS if a user name is given' },
    ],
    [
      { ...email, settings: { ...smtp, from: 'nobody' } },
      { 'settings.from': 'is not an email address, with or without a name' },
    ],
    [{ ...email, settings: { ...smtp, host: 'http://mail' } }, { 'settings.host': 'is not a host name or IP address' }],
    [{ ...email, settings: { ...smtp, host: '10.0.0.1' } }, { 'settings.host': '10.0.0.1 is not a public address' }],
    [{ ...smpp, settings: { host: '::1', systemId: 'me' } }, { 'settings.host': '::1 is not a public address' }],
    [
      { ...sms, settings: { ...twilio, baseUrl: 'https://10.0.0.1' } },
      { 'settings.baseUrl': '10.0.0.1 is not a public address' },
    ],
    [
      { ...sms, settings: { ...twilio, baseUrl: 'ftp://sms.example' } },
      { 'settings.baseUrl': 'must be an https address' },
    ],
    [
      { ...sms, settings: { ...twilio, messagingServiceSid: 'MG1' } },
      { 'settings.from': 'is required without messagingServiceSid, and not allowed with it' },
    ],
    [
      { ...sms, settings: { ...twilio, from: null } },
      { 'settings.from': 'is required without messagingServiceSid, and not allowed with it' },
    ],
    [{ channel: 'EMAIL', provider: 'TWILIO', settings: twilio }, { provider: 'does not support EMAIL' }],
    [{ channel: 'SMS_SERVICE', provider: 'SMTP', settings: smtp }, { provider: 'does not support SMS_SERVICE' }],
    [
      { channel: 'EMAIL', provider: 'CAPTURE', settings: { host: 'x' } },
      { 'settings.host': 'is not a setting of CAPTURE' },
    ],
    [
      { ...email, settings: { ...smtp, username: 'a\r\nb' } },
      { 'settings.username': 'must not contain control characters' },
    ],
  ])('%j is refused', async (input, expected) => {
    const client = await app.client();

    const { codes, errors } = await connect(client, input);

    expect(codes).toEqual(['INVALID_INPUT']);
    const { inputErrors = [] } = (errors[0]?.extensions ?? {}) as {
      inputErrors?: { field: string; message: string }[];
    };
    expect(Object.fromEntries(inputErrors.map(({ field, message }) => [field, message]))).toMatchObject(expected);
    expect(await listOf(client)).toEqual([]);
  });

  test('Twilio has a webhook address for incoming messages', async () => {
    const { data } = await connect(await app.client(), { ...sms, settings: twilio });

    expect(data.done.inboundUrl).toBe(`${app.url}/hooks/twilio/${data.done.id}/inbound`);
  });
});

describe('testIntegration', () => {
  const credentials = { username: 'bakery', password: 'correct horse' };

  async function tested(client: Client, settings: object, to?: string) {
    const { data } = await connect(client, { channel: 'EMAIL', provider: 'SMTP', settings });
    const document = 'mutation ($input: TestIntegrationInput!) { done: testIntegration(input: $input) { ok detail } }';
    return client.graphql(document, { input: { id: data.done.id, ...(to && { to }) } });
  }

  test('connects and signs in', async () => {
    const server = await MailServer.startForTest();

    const { data } = await tested(await app.client(), server.settings);

    expect(data.done).toEqual({ ok: true, detail: 'Connected and signed in.' });
    expect(server.mails).toEqual([]);
  });

  test('sends a mail if it has an address', async () => {
    const server = await MailServer.startForTest();

    const { data } = await tested(
      await app.client(),
      { ...server.settings, from: 'me@bakery.example' },
      'ada@example.com',
    );

    expect(data.done).toEqual({ ok: true, detail: 'The platform accepted the message: 250 2.0.0 Ok: queued as 1' });
    expect(server.mails).toMatchObject([{ from: 'me@bakery.example', to: ['ada@example.com'] }]);
  });

  test('returns the reason of a failure', async () => {
    const server = await MailServer.startForTest();
    const { settings } = server;
    await server.stop();

    const { data } = await tested(await app.client(), settings);

    expect(data.done).toEqual({ ok: false, detail: 'The host refused the connection.' });
  });

  test('reports that a certificate is not valid for the host', async () => {
    const server = await MailServer.startForTest({ security: 'TLS', credentials });

    const { data } = await tested(await app.client(), server.settings);

    expect(data.done).toEqual({ ok: false, detail: expect.stringMatching(/^The connection failed: .*certificate/) });
    expect(server.signIns).toBe(0);
  });

  test('requires an address of the channel, and a sender', async () => {
    const server = await MailServer.startForTest();
    const client = await app.client();

    expect((await tested(client, server.settings, '+491701234567')).errors[0]?.extensions).toMatchObject({
      field: 'to',
    });
    expect((await tested(client, server.settings, 'ada@example.com')).errors[0]?.message).toMatch(/requires a sender/);
  });
});
