import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { apiKeys } from '../../../src/accounts/api-key/api-key.ts';
import { countRows, requireRow } from '../../../src/kernel/database/rows.ts';
import { overWebSocket } from '../../http/over-websocket.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { personOf } from '../../support/make-people.ts';

const app = useApp();
const create = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) {
  secret key { id name scopes createdAt expiresAt lastUsedAt revokedAt }
} }`;
const revoke = 'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { id revokedAt } }';

function headersOf({ secret, key }: { secret: string; key: { id: string } }): Record<string, string> {
  return { 'X-Client-Id': key.id, 'X-Client-Secret': secret };
}

async function createKey(client: Client, input: object = {}) {
  const { data } = await client.graphql(create, { input: { name: 'Till', scopes: ['READ'], ...input } });
  return data.createApiKey;
}

test('a new key shows its secret once, and works', async () => {
  const client = await app.client();
  const created = await createKey(client, {
    scopes: ['REDEEM', 'READ', 'READ'],
    expiresAt: '2999-01-01T01:00:00+01:00',
  });
  expect(created).toEqual({
    secret: expect.stringMatching(/^[0-9a-z]{32,}$/),
    key: {
      ...{ id: expect.stringMatching(/^key_[0-9a-z]{16}$/), name: 'Till', scopes: ['READ', 'REDEEM'] },
      ...{ createdAt: expect.any(String), expiresAt: '2999-01-01T00:00:00.000Z', lastUsedAt: null, revokedAt: null },
    },
  });
  const { data } = await client.with(headersOf(created)).graphql('{ viewer { keyId keyName scopes account { id } } }');
  const account = { id: client.owner.account.id };
  expect(data.viewer).toEqual({ keyId: created.key.id, keyName: 'Till', scopes: ['READ', 'REDEEM'], account });
});

test('a key names who made it', async () => {
  const client = await app.client();
  const { key } = await createKey(client);
  const person = await personOf(app, client.owner, { name: 'Ada' });
  const { key: ofPerson } = await createKey(person, { name: 'Website' });

  const { data } = await client.graphql('{ apiKeys { nodes { id keyId by } } }');
  expect(data.apiKeys.nodes).toEqual(
    expect.arrayContaining([
      { id: ofPerson.id, keyId: person.person.id, by: 'Ada' },
      { id: key.id, keyId: client.owner.keyId, by: 'test' },
      { id: client.owner.keyId, keyId: null, by: null },
    ]),
  );
});

test('the service stores only a hash of the secret', async () => {
  const { secret, key } = await createKey(await app.client());
  const stored = await requireRow(app.database, apiKeys, { id: key.id });
  expect(stored.secretHash).toBe(createHash('sha256').update(secret).digest('hex'));
  expect(JSON.stringify(stored)).not.toContain(secret);
});

test('a key records the time of its last use', async () => {
  const client = await app.client();
  const created = await createKey(client);
  await client.with(headersOf(created)).rest('/v3/coupon/list');
  const lastUsed = async () => {
    const { lastUsedAt } = await requireRow(app.database, apiKeys, { id: created.key.id });
    return Date.parse(`${lastUsedAt}Z`);
  };
  await expect.poll(lastUsed).toBeGreaterThan(Date.now() - 60_000);
});

test('a revoked key stops working at once in REST, GraphQL and WebSocket', async () => {
  const client = await app.client();
  const created = await createKey(client);
  const used = client.with(headersOf(created));
  expect((await used.rest('/v3/coupon/list')).status).toBe(200);
  expect(await overWebSocket(app.url, used.headers)).toHaveProperty('data');

  const { data } = await client.graphql(revoke, { id: created.key.id });
  expect(data.revokeApiKey).toEqual({ id: created.key.id, revokedAt: expect.any(String) });

  expect((await used.rest('/v3/coupon/list')).codes).toEqual([1000]);
  expect((await used.graphql('{ viewer { keyId } }')).codes).toEqual(['UNAUTHENTICATED']);
  expect(await overWebSocket(app.url, used.headers)).toMatchObject({ closed: 4401 });
});

test('a second revocation changes nothing', async () => {
  const client = await app.client();
  const { key } = await createKey(client);
  const first = await client.graphql(revoke, { id: key.id });
  const second = await client.graphql(revoke, { id: key.id });
  expect(second.data).toEqual(first.data);
});

test("the mutation finds neither another account's key nor one that does not exist", async () => {
  const client = await app.client();
  const stranger = await app.client();
  for (const id of [stranger.owner.keyId, 'key_0000000000000000']) {
    expect((await client.graphql(revoke, { id })).codes).toEqual(['API_KEY_NOT_FOUND']);
  }
  expect((await stranger.rest('/v3/coupon/list')).status).toBe(200);
});

test('a parent creates keys for its subaccount', async () => {
  const parent = await app.client();
  const { owner } = await app.client({ parent: parent.owner.account });
  const acting = parent.with({ ...parent.headers, 'X-Account': owner.account.id });
  const created = await createKey(acting);
  const { data } = await parent.with(headersOf(created)).graphql('{ viewer { account { id } } }');
  expect(data.viewer.account.id).toBe(owner.account.id);
  expect((await acting.graphql(revoke, { id: parent.owner.keyId })).codes).toEqual(['API_KEY_NOT_FOUND']);
});

test.for([
  [['ADMIN'], ['SEND'], 'SEND'],
  [['ADMIN', 'READ', 'WRITE'], ['READ', 'REDEEM'], 'REDEEM'],
  [['ADMIN', 'SEND'], ['SEND', 'ADMIN', 'READ'], 'READ'],
] as const)('a key with %o cannot make a key with %o', async ([scopes, wanted, lacking]) => {
  const client = await app.client({ scopes });

  const { codes, errors } = await client.graphql(create, { input: { name: 'Till', scopes: wanted } });

  expect([codes, errors[0]?.message]).toEqual([['FORBIDDEN'], `The API key needs the scope ${lacking}.`]);
  expect(await countRows(app.database, apiKeys, { accountId: client.owner.account.id })).toBe(1);
});

test('a key can pass on the scopes that it has, and READ with WRITE', async () => {
  const client = await app.client({ scopes: ['WRITE', 'ADMIN'] });

  const { key } = await createKey(client, { scopes: ['READ', 'WRITE', 'ADMIN'] });

  expect(key.scopes).toEqual(['READ', 'WRITE', 'ADMIN']);
});

test.for([
  [{ name: ' ' }, 'name'],
  [{ scopes: [] }, 'scopes'],
  [{ scopes: ['ROOT'] }, 'scopes.0'],
  [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  [{ expiresAt: '2999-01-01' }, 'expiresAt'],
  [{ expiresAt: '2999-01-01T00:00:00' }, 'expiresAt'],
] as const)('a key cannot have %o', async ([input, field]) => {
  const client = await app.client();
  const { errors } = await client.graphql(create, { input: { name: 'Till', scopes: ['READ'], ...input } });
  expect(errors.map(({ extensions }) => [extensions.code, extensions.field])).toEqual([['INVALID_INPUT', field]]);
});

test('an account has at most 100 keys that are not revoked, even when it creates them simultaneously', async () => {
  const client = await app.client();
  const input = { name: 'Till', scopes: ['READ'] };

  const answers = await Promise.all(Array.from({ length: 104 }, () => client.graphql(create, { input })));

  expect(answers.flatMap(({ codes }) => codes)).toEqual(Array(5).fill('TOO_MANY_API_KEYS'));
  const [{ id }] = answers.flatMap(({ data }) => data?.createApiKey.key ?? []);
  await client.graphql(revoke, { id });
  expect((await client.graphql(create, { input })).codes).toEqual([]);
});
