import { expect, test } from 'vitest';
import { requireRow } from '../../../src/kernel/database/rows.ts';
import { webhookEndpoints } from '../../../src/webhooks/endpoint/endpoint.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';

const app = useApp();
const fields = `id url description kinds types fifo includeSubaccounts enabled createdAt disabledAt disabledReason
  failingSince previousSecretUntil`;
const create = `mutation ($input: CreateWebhookEndpointInput!) {
  createWebhookEndpoint(input: $input) { secret endpoint { ${fields} } } }`;
const update = `mutation ($input: UpdateWebhookEndpointInput!) { updateWebhookEndpoint(input: $input) { ${fields} } }`;
const remove = 'mutation ($id: ID!) { deleteWebhookEndpoint(input: { id: $id }) { id } }';
const find = `query ($id: ID!) { webhookEndpoint(id: $id) { ${fields} } }`;
const list = `query ($filter: WebhookEndpointFilter) { webhookEndpoints(filter: $filter) { nodes { id } } }`;
const url = 'https://hooks.example.com/campaigns';

async function created(client: Client, input: object = {}) {
  const { data, errors } = await client.graphql(create, { input: { url, ...input } });
  expect(errors).toEqual([]);
  return data.createWebhookEndpoint;
}

test('a new endpoint shows its secret once and can be found and listed', async () => {
  const client = await app.client();
  const { secret, endpoint } = await created(client, {
    description: 'Till 🥐',
    kinds: ['COUPON', 'SUBACCOUNT'],
    types: ['coupon_claimed'],
    fifo: true,
    includeSubaccounts: false,
  });

  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(endpoint).toEqual({
    ...{ id: expect.stringMatching(/^whe_[0-9a-z]{16}$/), url, description: 'Till 🥐', createdAt: expect.any(String) },
    ...{ kinds: ['COUPON', 'SUBACCOUNT'], types: ['coupon_claimed'], fifo: true, includeSubaccounts: false },
    ...{ enabled: true, disabledAt: null, disabledReason: null, failingSince: null, previousSecretUntil: null },
  });
  expect((await client.graphql(find, { id: endpoint.id })).data.webhookEndpoint).toEqual(endpoint);
  expect((await client.graphql(list)).data.webhookEndpoints.nodes).toEqual([{ id: endpoint.id }]);
});

test('by default an endpoint receives every event, including subaccounts, in any order', async () => {
  const { endpoint } = await created(await app.client());

  expect(endpoint).toMatchObject({ kinds: null, types: null, fifo: false, includeSubaccounts: true });
});

test('secrets are stored encrypted', async () => {
  const client = await app.client();
  const { secret, endpoint } = await created(client);

  const stored = await requireRow(app.database, webhookEndpoints, { id: endpoint.id });
  expect(JSON.stringify(stored)).not.toContain(secret.slice('whsec_'.length));
});

test.for([
  ['http://10.0.0.1/hook', 'not a public address'],
  ['https://[::1]/hook', 'not a public address'],
  ['https://169.254.169.254/latest/meta-data', 'not a public address'],
  ['https://user:password@hooks.example.com/', 'credentials'],
  ['ftp://hooks.example.com/', 'https'],
  ['hooks.example.com', 'not an address'],
  [`https://hooks.example.com/${'x'.repeat(2000)}`, '2000'],
] as const)('an endpoint refuses the address %s', async ([address, reason]) => {
  const client = await app.client();
  const { id } = (await created(client)).endpoint;

  for (const answer of [
    await client.graphql(create, { input: { url: address } }),
    await client.graphql(update, { input: { id, url: address } }),
  ]) {
    expect(answer.errors.map(({ extensions }) => [extensions.code, extensions.field])).toEqual([
      ['INVALID_INPUT', 'url'],
    ]);
    expect(answer.errors[0]?.message).toContain(reason);
  }
});

test('a repeated kind or type counts once', async () => {
  const client = await app.client();
  const kinds = Array(20).fill('DIRECTORY_PAGE');
  const types = Array(100).fill('coupon_claimed');

  const { endpoint } = await created(client, { kinds, types });

  expect(endpoint).toMatchObject({ kinds: ['DIRECTORY_PAGE'], types: ['coupon_claimed'] });
});

test.for([
  [{ types: ['coupon_eaten'] }, 'types.0'],
  [{ types: [] }, 'types'],
  [{ kinds: [] }, 'kinds'],
  [{ description: 'x'.repeat(201) }, 'description'],
] as const)('an endpoint cannot have %o', async ([input, field]) => {
  const { errors } = await (await app.client()).graphql(create, { input: { url, ...input } });

  expect(errors.map(({ extensions }) => [extensions.code, extensions.field])).toEqual([['INVALID_INPUT', field]]);
});

test('an update keeps omitted fields, and null means all', async () => {
  const client = await app.client();
  const { endpoint } = await created(client, { description: 'Till', kinds: ['COUPON'], types: ['coupon_claimed'] });
  const other = 'https://other.example.com/';

  const { data } = await client.graphql(update, { input: { id: endpoint.id, url: other, kinds: null, fifo: true } });

  expect(data.updateWebhookEndpoint).toEqual({ ...endpoint, url: other, kinds: null, fifo: true });
});

test('the owner can disable and enable an endpoint', async () => {
  const client = await app.client();
  const { endpoint } = await created(client);

  const disabled = await client.graphql(update, { input: { id: endpoint.id, enabled: false } });
  expect(disabled.data.updateWebhookEndpoint).toMatchObject({ enabled: false, disabledReason: 'OWNER' });
  const only = async (enabled: boolean) =>
    (await client.graphql(list, { filter: { enabled } })).data.webhookEndpoints.nodes;
  expect([await only(true), await only(false)]).toEqual([[], [{ id: endpoint.id }]]);

  const enabled = await client.graphql(update, { input: { id: endpoint.id, enabled: true } });
  expect(enabled.data.updateWebhookEndpoint).toEqual(endpoint);
  const { data } = await client.graphql('{ viewer { notices { subject } } }');
  expect(data.viewer.notices).toEqual([]);
});

test('a deleted endpoint disappears for every caller', async () => {
  const client = await app.client();
  const { id } = (await created(client)).endpoint;

  expect((await client.graphql(remove, { id })).data.deleteWebhookEndpoint).toEqual({ id });

  expect((await client.graphql(find, { id })).codes).toEqual(['WEBHOOK_ENDPOINT_NOT_FOUND']);
  expect((await client.graphql(remove, { id })).codes).toEqual(['WEBHOOK_ENDPOINT_NOT_FOUND']);
  expect((await client.graphql(list)).data.webhookEndpoints.nodes).toEqual([]);
});

test('an account has at most 100 endpoints, even when it creates them simultaneously', async () => {
  const client = await app.client();
  const answers = await Promise.all(Array.from({ length: 104 }, () => client.graphql(create, { input: { url } })));

  expect(answers.flatMap(({ codes }) => codes)).toEqual(Array(4).fill('TOO_MANY_WEBHOOK_ENDPOINTS'));
  const { data } = await client.graphql(list);
  expect(data.webhookEndpoints.nodes).toHaveLength(100);
});

test('a repeated creation with the same idempotency key returns the same secret', async () => {
  const client = await app.client();
  const headers = { 'Idempotency-Key': 'one' };
  const first = await client.graphql(create, { input: { url } }, headers);
  const second = await client.graphql(create, { input: { url } }, headers);

  expect(second.data).toEqual(first.data);
  expect(second.headers.get('Idempotent-Replayed')).toBe('true');
});
