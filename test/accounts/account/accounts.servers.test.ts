import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';

const app = useApp();
const update = 'mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) { name domain timezone } }';

test('viewer returns the account and the key', async () => {
  const client = await app.client({ scopes: ['READ', 'REDEEM'] });
  const query =
    '{ viewer { keyId keyName scopes account { id name domain timezone emailBalance parentId createdAt } } }';
  const { account, keyId } = client.owner;
  expect((await client.graphql(query)).data.viewer).toEqual({
    ...{ keyId, keyName: 'test', scopes: ['READ', 'REDEEM'] },
    account: {
      ...{ id: account.id, name: 'Test', domain: null, timezone: 'UTC', emailBalance: 0, parentId: null },
      createdAt: `${account.createdAt.replace(' ', 'T')}Z`,
    },
  });
});

test('updateAccount keeps omitted fields and clears a null domain', async () => {
  const client = await app.client();
  const first = await client.graphql(update, {
    input: { name: 'Bakery', domain: 'bakery.example', timezone: 'Europe/Berlin' },
  });
  expect(first.data.updateAccount).toEqual({ name: 'Bakery', domain: 'bakery.example', timezone: 'Europe/Berlin' });
  const second = await client.graphql(update, { input: { name: 'Rolls' } });
  expect(second.data.updateAccount).toEqual({ name: 'Rolls', domain: 'bakery.example', timezone: 'Europe/Berlin' });
  const third = await client.graphql(update, { input: { domain: null } });
  expect(third.data.updateAccount).toEqual({ name: 'Rolls', domain: null, timezone: 'Europe/Berlin' });
  expect((await client.graphql('{ viewer { account { name domain timezone } } }')).data.viewer.account).toEqual(
    third.data.updateAccount,
  );
});

test('a new time zone applies to later coupons, for every key of the account', async () => {
  const client = await app.client();
  const other = await app.client({ account: client.owner.account });
  await other.rest('/v3/coupon/list');
  await client.graphql(update, { input: { timezone: 'Asia/Tokyo' } });
  for (const each of [client, other]) {
    const { data } = await each.graphql('mutation { createCoupon(input: { name: "Bread" }) { timezone } }');
    expect(data.createCoupon.timezone).toBe('Asia/Tokyo');
  }
});

test.for([
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ domain: 'no domain' }, 'domain'],
  [{ domain: 'https://bakery.example' }, 'domain'],
  [{ timezone: 'Mars/Olympus' }, 'timezone'],
] as const)('an account cannot have %o', async ([input, field]) => {
  const client = await app.client();
  const changed = await client.graphql(update, { input });
  const created = await client.graphql(
    'mutation ($input: CreateAccountInput!) { createAccount(input: $input) { id } }',
    {
      input: { name: 'x', ...input },
    },
  );
  for (const { errors } of [changed, created]) {
    expect(errors.map(({ extensions }) => [extensions.code, extensions.field])).toEqual([['INVALID_INPUT', field]]);
  }
});
