import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { change, makeMerchant, makeUser } from '../../support/make-loyalty.ts';

const app = useApp();

test('merchants lists the merchants of the account, newest first', async () => {
  const own = await app.client();
  await makeMerchant(app.database, own.owner, 'Market square');
  const { data } = await mutate(own, 'createMerchant', { name: 'Station', zip: '10115', city: 'Berlin' });

  const listed = await own.graphql('{ merchants { nodes { name } } }');
  const named = await own.graphql('{ merchants(filter: { name: "Station" }) { nodes { id } } }');

  expect(data.result).toMatchObject({
    id: expect.stringMatching(/^mer_[0-9a-z]{12}$/),
    name: 'Station',
    city: 'Berlin',
  });
  expect(listed.data.merchants.nodes.map(({ name }: { name: string }) => name).toSorted()).toEqual([
    'Market square',
    'Station',
  ]);
  expect(named.data.merchants.nodes).toEqual([{ id: data.result.id }]);
});

test('a search finds merchants by a part of the name or the address, in upper and lower case of all alphabets', async () => {
  const client = await app.client();
  await mutate(client, 'createMerchant', { name: 'Bäckerei ÄHRE', address: 'Torstraße 1', zip: '10115' });
  await mutate(client, 'createMerchant', { name: '100 %_\\ Brot', city: 'ΑΘΗΝΑ' });
  const found = async (search: string) => {
    const { data } = await client.graphql(
      'query ($search: String) { merchants(filter: { text: $search }) { nodes { name } } }',
      { search },
    );
    return data.merchants.nodes.map(({ name }: { name: string }) => name);
  };
  expect(await found('ähre')).toEqual(['Bäckerei ÄHRE']);
  expect(await found('torSTRASSE')).toEqual([]);
  expect(await found('TORSTR')).toEqual(['Bäckerei ÄHRE']);
  expect(await found('αθη')).toEqual(['100 %_\\ Brot']);
  expect(await found('%_\\')).toEqual(['100 %_\\ Brot']);
  expect(await found('_')).toEqual(['100 %_\\ Brot']);
  expect(await found("' OR 1=1 --")).toEqual([]);
  expect(await found('  ')).toHaveLength(2);
});

test('updateMerchant changes given fields, clears null ones and keeps the others', async () => {
  const client = await app.client();
  const { data } = await mutate(client, 'createMerchant', { name: 'Station', zip: '10115', city: 'Berlin' });
  const { id } = data.result;
  const updated = await mutate(client, 'updateMerchant', { id, name: 'Main station', zip: null, address: 'Gleis 1' });
  expect(updated.data.result).toMatchObject({ name: 'Main station', zip: null, city: 'Berlin', address: 'Gleis 1' });
  const nameless = await mutate(client, 'updateMerchant', { id, name: null });
  expect(nameless.data.result.name).toBe('Main station');
  const blank = await mutate(client, 'updateMerchant', { id, name: ' ' });
  expect(blank.codes).toEqual(['INVALID_INPUT']);
});

test('the ledger names the merchant, and keeps its id when the merchant is deleted', async () => {
  const client = await app.client();
  const { id: merchant } = await makeMerchant(app.database, client.owner, 'Station');
  const user = await makeUser(app.database, client.owner);
  const key = { card: user.cardId, user: user.id };
  await mutate(client, 'addStamps', { ...key, amount: 2, merchant });
  await mutate(client, 'addStamps', { ...key, amount: 3, merchant: 'till-7' });
  await change(app.database, client.owner, user, { action: 'ADD', unit: 'POINTS', amount: 1 });
  const ledger = async () => {
    const { data } = await client.graphql(
      'query ($card: ID!, $user: ID!) { loyaltyUser(card: $card, user: $user) { ledger { nodes { merchantId merchant { name } } } } }',
      key,
    );
    return data.loyaltyUser.ledger.nodes;
  };
  expect(await ledger()).toEqual([
    { merchantId: null, merchant: null },
    { merchantId: 'till-7', merchant: null },
    { merchantId: merchant, merchant: { name: 'Station' } },
  ]);
  const removed = await mutate(client, 'deleteMerchant', { id: merchant });
  expect(removed.data.result).toMatchObject({ id: merchant, name: 'Station' });
  expect((await ledger())[2]).toEqual({ merchantId: merchant, merchant: null });
  expect((await mutate(client, 'deleteMerchant', { id: merchant })).codes).toEqual(['MERCHANT_NOT_FOUND']);
});

test('merchants of another account cannot be changed or deleted', async () => {
  const other = await app.client();
  const { id } = await makeMerchant(app.database, other.owner, 'Station');
  const client = await app.client();
  expect((await mutate(client, 'updateMerchant', { id, name: 'Mine' })).codes).toEqual(['MERCHANT_NOT_FOUND']);
  expect((await mutate(client, 'deleteMerchant', { id })).codes).toEqual(['MERCHANT_NOT_FOUND']);
  expect((await other.graphql('{ merchants { nodes { name } } }')).data.merchants.nodes).toEqual([{ name: 'Station' }]);
});

function mutate(client: Client, name: string, input: object) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const selection = name.endsWith('Merchant') ? 'id name address zip city' : 'id';
  return client.graphql(`mutation ($input: ${type}!) { result: ${name}(input: $input) { ${selection} } }`, { input });
}
