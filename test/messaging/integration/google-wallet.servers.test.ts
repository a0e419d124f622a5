import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { requireRow } from '../../../src/kernel/database/rows.ts';
import { Secrets } from '../../../src/kernel/security/secrets.ts';
import { integrations, settingsOf } from '../../../src/messaging/integration/integration.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { GoogleServer } from '../../support/google-server.ts';
import { appSecret } from '../../support/make.ts';

const app = useApp();
const selection = 'id provider perSecond settings { issuerId serviceAccountEmail baseUrl username }';

function connect(client: Client, settings: object) {
  return client.graphql(
    `mutation ($input: ConnectIntegrationInput!) { done: connectIntegration(input: $input) { ${selection} } }`,
    { input: { channel: 'GOOGLE_WALLET', provider: 'GOOGLE', settings } },
  );
}

async function tested(client: Client, id: string, to?: string) {
  const document = 'mutation ($input: TestIntegrationInput!) { done: testIntegration(input: $input) { ok detail } }';
  return client.graphql(document, { input: { id, ...(to && { to }) } });
}

function settingsFor({ serviceAccount, issuerId, url }: GoogleServer) {
  return { serviceAccount, issuerId, baseUrl: url };
}

test('the issuer, the address of the service account and the base address are shown', async () => {
  const server = await GoogleServer.startForTest();

  const { data, codes } = await connect(await app.client(), settingsFor(server));

  expect(codes).toEqual([]);
  expect(data.done).toMatchObject({
    provider: 'GOOGLE',
    perSecond: null,
    settings: { issuerId: server.issuerId, serviceAccountEmail: server.email, baseUrl: server.url, username: null },
  });
});

test('without a base address, Google is called', async () => {
  const server = await GoogleServer.startForTest();
  const { baseUrl: _, ...settings } = settingsFor(server);

  const { data } = await connect(await app.client(), settings);

  expect(data.done.settings.baseUrl).toBe('https://walletobjects.googleapis.com');
});

test('the key of the service account is stored encrypted and never shown', async () => {
  const server = await GoogleServer.startForTest();
  const { data } = await connect(await app.client(), settingsFor(server));
  const { private_key: privateKey } = JSON.parse(server.serviceAccount);

  const stored = await requireRow(app.database, integrations, { id: data.done.id });

  expect(JSON.stringify(stored)).not.toContain(privateKey.slice(40, 80));
  expect(Object.keys(JSON.parse(stored.shown)).sort()).toEqual(['baseUrl', 'email', 'issuerId']);
  expect(settingsOf(stored, new Secrets(appSecret))).toMatchObject({ privateKey, keyId: 'k1' });
});

test('a test calls Google, and tells what it refuses', async () => {
  const server = await GoogleServer.startForTest();
  const client = await app.client();
  const first = await connect(client, settingsFor(server));
  const right = await tested(client, first.data.done.id);
  await connect(client, { ...settingsFor(server), issuerId: '3388000000099999999' });
  const wrong = await tested(client, first.data.done.id);

  expect(right.data.done).toEqual({ ok: true, detail: 'Google lets the service account use the issuer.' });
  expect(wrong.data.done).toEqual({ ok: false, detail: expect.stringMatching(/^Google does not know the issuer/) });
});

test('a captured connection calls nobody', async () => {
  const client = await app.client();
  const { data } = await client.graphql(
    'mutation { done: connectIntegration(input: { channel: GOOGLE_WALLET, provider: CAPTURE }) { id } }',
  );

  expect((await tested(client, data.done.id)).data.done).toMatchObject({ ok: true });
});

test('a test message to a wallet is refused', async () => {
  const server = await GoogleServer.startForTest();
  const client = await app.client();
  const { data } = await connect(client, settingsFor(server));

  expect((await tested(client, data.done.id, 'ada@example.com')).codes).toEqual(['INVALID_INPUT']);
});

function withFields(server: GoogleServer, fields: object) {
  return {
    ...settingsFor(server),
    serviceAccount: JSON.stringify({ ...JSON.parse(server.serviceAccount), ...fields }),
  };
}

const shortKey = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});

test.each<[string, string, (server: GoogleServer) => object]>([
  ['serviceAccount', 'is not JSON', (server) => ({ ...settingsFor(server), serviceAccount: 'bread' })],
  ['serviceAccount', 'is not the JSON file', (server) => withFields(server, { type: 'authorized_user' })],
  ['serviceAccount', 'contains no client_email', (server) => withFields(server, { client_email: 'bread' })],
  ['serviceAccount', 'contains no RSA private_key', (server) => withFields(server, { private_key: 'bread' })],
  ['serviceAccount', 'contains no RSA private_key', (server) => withFields(server, { private_key: shortKey })],
  ['serviceAccount', 'contains no valid token_uri', (server) => withFields(server, { token_uri: 'bread' })],
  ['serviceAccount', 'is not a public address', (server) => withFields(server, { token_uri: 'https://10.0.0.1/' })],
  ['serviceAccount', 'must have at most', (server) => withFields(server, { note: 'x'.repeat(10_000) })],
  ['serviceAccount', 'is missing', ({ issuerId }) => ({ issuerId })],
  ['issuerId', 'is missing', ({ serviceAccount }) => ({ serviceAccount })],
  ['issuerId', 'is not the id of an issuer', (server) => ({ ...settingsFor(server), issuerId: 'BCR2DN4T' })],
  ['issuerId', 'is not the id of an issuer', (server) => ({ ...settingsFor(server), issuerId: '1/2' })],
  ['baseUrl', 'is not a public address', (server) => ({ ...settingsFor(server), baseUrl: 'https://10.0.0.1' })],
  ['baseUrl', 'must be an https address', (server) => ({ ...settingsFor(server), baseUrl: 'ftp://google.example' })],
  ['certificate', 'is not a setting of GOOGLE', (server) => ({ ...settingsFor(server), certificate: 'bread' })],
])('the %s that %s is refused', async (field, reason, settingsOfCase) => {
  const client = await app.client();

  const { errors } = await connect(client, settingsOfCase(await GoogleServer.startForTest()));

  expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', field: `settings.${field}` } }]);
  expect(errors[0]?.message).toContain(reason);
  const { data } = await client.graphql('{ integrations { edges { node { id } } } }');
  expect(data.integrations.edges).toEqual([]);
});

test('another channel does not take Google', async () => {
  const { codes } = await (await app.client()).graphql(
    'mutation { connectIntegration(input: { channel: APPLE_WALLET, provider: GOOGLE }) { id } }',
  );

  expect(codes).toEqual(['INVALID_INPUT']);
});
