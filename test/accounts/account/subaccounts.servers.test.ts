import { expect, test } from 'vitest';
import { accounts, addAccount } from '../../../src/accounts/account/account.ts';
import { countRows } from '../../../src/kernel/database/rows.ts';
import { overWebSocket } from '../../http/over-websocket.ts';
import { useApp } from '../../support/app.ts';
import { eventsOf } from '../../support/events.ts';
import { makeCoupon } from '../../support/make.ts';

const app = useApp();
const create =
  'mutation ($input: CreateAccountInput!) { createAccount(input: $input) { id name domain timezone emailBalance parentId } }';

test('an account creates a subaccount and acts for it', async () => {
  const client = await app.client();
  const { data } = await client.graphql(create, {
    input: { name: 'North', domain: 'north.example', timezone: 'Europe/Oslo' },
  });
  const { id, ...rest } = data.createAccount;
  expect(id).toMatch(/^acc_[0-9a-z]{16}$/);
  const parentId = client.owner.account.id;
  expect(rest).toEqual({ name: 'North', domain: 'north.example', timezone: 'Europe/Oslo', emailBalance: 0, parentId });

  const child = client.with({ ...client.headers, 'X-Account': id });
  const created = await child.graphql('mutation { createCoupon(input: { name: "Bread" }) { id timezone } }');
  expect(created.data.createCoupon.timezone).toBe('Europe/Oslo');
  const list = async (which: typeof client) =>
    (await which.rest('/v3/coupon/list')).body.coupon_info.map(({ ID }: { ID: string }) => ID);
  expect(await list(child)).toEqual([created.data.createCoupon.id]);
  expect(await list(client)).toEqual([]);
});

test('REST, GraphQL and WebSocket accept X-Account', async () => {
  const parent = await app.client();
  const { owner } = await app.client({ parent: parent.owner.account });
  const headers = { ...parent.headers, 'X-Account': owner.account.id };
  const viewer = { keyId: parent.owner.keyId, account: { id: owner.account.id } };
  const { data } = await parent.with(headers).graphql('{ viewer { keyId account { id } } }');
  expect(data).toEqual({ viewer });
  expect(await overWebSocket(app.url, headers)).toMatchObject({ data: { viewer } });
  const { id } = await makeCoupon(app.database, owner);
  const { keyId, secret } = parent.owner;
  const fields = { client_id: keyId, client_secret: secret, campaign: id };
  const info = await parent.with({}).rest('/v3/coupon/info', fields, { 'X-Account': owner.account.id });
  expect(info.body.coupon_info.ID).toBe(id);
});

test("X-Account may name the caller's own account", async () => {
  const client = await app.client();
  const headers = { ...client.headers, 'X-Account': client.owner.account.id };
  expect((await client.with(headers).rest('/v3/coupon/list')).status).toBe(200);
});

test('X-Account refuses an account that is not a subaccount', async () => {
  const parent = await app.client();
  const child = await app.client({ parent: parent.owner.account });
  const grandchild = await app.client({ parent: child.owner.account });
  const stranger = await app.client();
  const accounts = ['acc_0000000000000000', 'x', '', ...[stranger, grandchild].map(({ owner }) => owner.account.id)];
  for (const account of accounts) {
    const acting = parent.with({ ...parent.headers, 'X-Account': account });
    const rest = await acting.rest('/v3/coupon/list');
    expect([rest.status, rest.codes]).toEqual([403, [1001]]);
    expect((await acting.graphql('{ viewer { keyId } }')).codes).toEqual(['FORBIDDEN']);
    expect(await overWebSocket(app.url, acting.headers)).toMatchObject({ closed: 4403 });
  }
  const upwards = child.with({ ...child.headers, 'X-Account': parent.owner.account.id });
  expect((await upwards.rest('/v3/coupon/list')).codes).toEqual([1001]);
});

test('wrong credentials reveal nothing about accounts', async () => {
  const parent = await app.client();
  const headers = { 'X-Client-Id': parent.owner.keyId, 'X-Client-Secret': 'x', 'X-Account': 'acc_0000000000000000' };
  expect((await parent.with(headers).rest('/v3/coupon/list')).codes).toEqual([1000]);
});

test('the scopes of the key apply to the subaccount too', async () => {
  const { owner } = await app.client();
  const parent = await app.client({ account: owner.account, scopes: ['READ'] });
  const child = await app.client({ parent: owner.account });
  const acting = parent.with({ ...parent.headers, 'X-Account': child.owner.account.id });
  expect((await acting.rest('/v3/coupon/list')).status).toBe(200);
  expect((await acting.graphql('mutation { createFolder(input: { name: "x" }) { id } }')).codes).toEqual(['FORBIDDEN']);
});

test('creating and changing a subaccount records events', async () => {
  const client = await app.client();
  const { data } = await client.graphql(create, { input: { name: 'North' } });
  const { id } = data.createAccount;
  const child = client.with({ ...client.headers, 'X-Account': id });
  await child.graphql('mutation { updateAccount(input: { name: "South" }) { name } }');
  const [created, updated, ...others] = await eventsOf(app.database, { accountId: id });
  const { keyId } = client.owner;
  expect(created).toMatchObject({ kind: 'SUBACCOUNT', type: 'subaccount_created', keyId, data: { id, name: 'North' } });
  expect(updated).toMatchObject({ kind: 'SUBACCOUNT', type: 'subaccount_updated', keyId, data: { id, name: 'South' } });
  expect(others).toEqual([]);
});

test('top-level accounts emit no events', async () => {
  const client = await app.client();
  await client.graphql('mutation { updateAccount(input: { name: "x" }) { name } }');
  expect(await eventsOf(app.database, { accountId: client.owner.account.id })).toEqual([]);
});

test('an account has at most 1,000 subaccounts, even when it creates them simultaneously', async () => {
  const client = await app.client();
  const parentId = client.owner.account.id;
  await app.database.transaction(async (transaction) => {
    for (let count = 0; count < 996; count += 1) await addAccount(transaction, { name: 'North', parentId });
  });

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => client.graphql(create, { input: { name: 'South' } })),
  );

  expect(answers.flatMap(({ codes }) => codes)).toEqual(Array(6).fill('TOO_MANY_SUBACCOUNTS'));
  expect(await countRows(app.database, accounts, { parentId })).toBe(1000);
});
