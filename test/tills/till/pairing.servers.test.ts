import { expect, test } from 'vitest';
import { insertRows, requireRow, updateRows } from '../../../src/kernel/database/rows.ts';
import { tills } from '../../../src/tills/till/till.ts';
import { newId } from '../../../src/vocabulary/ids.ts';
import { useApp } from '../../support/app.ts';
import { Client } from '../../support/client.ts';
import { makeLocation } from '../../support/make-locations.ts';

const app = useApp({ trustedProxies: ['127.0.0.0/8'] });

const createTill = `mutation ($input: CreateTillInput!) {
  made: createTill(input: $input) { url qrCode expiresAt till { id name pairedAt pairingExpiresAt location { name } } }
}`;
const renewTillPairing = `mutation ($id: ID!) { made: renewTillPairing(input: { id: $id }) { url till { id pairedAt } } }`;
const pairTill = `mutation ($token: String!) {
  paired: pairTill(input: { token: $token }) { keyId secret till { id name location { name } pairedAt } }
}`;
const viewer = '{ viewer { keyId keyName scopes account { name } till { id name fields { number label } } } }';

const stranger = () => new Client(app.url, {} as never, {});
const tokenIn = (url: string) => url.split('#pair=')[1] ?? '';

async function made(client: Client, input: object = {}): Promise<{ id: string; token: string }> {
  const { data } = await client.graphql(createTill, { input: { name: 'Till 1', ...input } });
  return { id: data.made.till.id, token: tokenIn(data.made.url) };
}

const deviceOf = ({ keyId, secret }: { keyId: string; secret: string }) =>
  stranger().with({ 'X-Client-Id': keyId, 'X-Client-Secret': secret });

test('a device is paired by a link, and calls with a key of its own', async () => {
  const client = await app.client();
  const { id: location, name } = await makeLocation(app.database, client.owner);
  const fields = [
    { number: 7, label: 'Table' },
    { number: 1, label: 'Member number' },
  ];

  const { data } = await client.graphql(createTill, { input: { name: 'Till 1', location, fields } });
  const { url, qrCode, expiresAt, till } = data.made;
  const { data: answer } = await stranger().graphql(pairTill, { token: tokenIn(url) });
  const { data: seen } = await deviceOf(answer.paired).graphql(viewer);

  expect(url).toMatch(new RegExp(`^${app.url}/till#pair=[\\w-]{43}$`));
  expect(qrCode).toMatch(/^<svg /);
  expect(new Date(expiresAt).getTime() - Date.now()).toBeGreaterThan(14 * 60_000);
  expect(till).toMatchObject({ pairedAt: null, pairingExpiresAt: expiresAt, location: { name } });
  expect(answer.paired).toMatchObject({ keyId: till.id, till: { id: till.id, name: 'Till 1' } });
  expect(seen.viewer).toEqual({
    keyId: till.id,
    keyName: 'Till 1',
    scopes: ['TILL'],
    account: { name: client.owner.account.name },
    till: { id: till.id, name: 'Till 1', fields: fields.toReversed() },
  });
});

test('of 20 simultaneous attempts with a link exactly one succeeds', async () => {
  const { token } = await made(await app.client());

  const answers = await Promise.all(Array.from({ length: 20 }, () => stranger().graphql(pairTill, { token })));

  expect(answers.flatMap(({ data }) => (data?.paired ? [data.paired.keyId] : []))).toHaveLength(1);
  expect(answers.flatMap(({ codes }) => codes)).toEqual(Array(19).fill('TILL_PAIRING_INVALID'));
});

test('refuses links that are used, expired, replaced, revoked or guessed, all alike', async () => {
  const client = await app.client();
  const [used, expired, replaced, revoked] = [
    await made(client),
    await made(client),
    await made(client),
    await made(client),
  ];
  await stranger().graphql(pairTill, { token: used.token });
  await app.database.transaction((transaction) =>
    updateRows(transaction, tills, { id: expired.id }, { pairingExpiresAt: '2020-01-01 00:00:00.000' }),
  );
  await client.graphql(renewTillPairing, { id: replaced.id });
  await client.graphql('mutation ($id: ID!) { revokeTill(input: { id: $id }) { id } }', { id: revoked.id });

  const answers = await Promise.all(
    [used.token, expired.token, replaced.token, revoked.token, 'guessed'].map((token) =>
      stranger().graphql(pairTill, { token }),
    ),
  );

  expect(new Set(answers.map(({ errors }) => errors[0]?.message)).size).toBe(1);
  expect(answers.flatMap(({ codes }) => codes)).toEqual(Array(5).fill('TILL_PAIRING_INVALID'));
});

test('a link of a closed account pairs no device, until the account is reopened', async () => {
  const parent = await app.client();
  const child = await app.client({ parent: parent.owner.account });
  const { token } = await made(child);
  const id = child.owner.account.id;

  await parent.graphql('mutation ($id: ID!) { closeAccount(input: { account: $id, name: "Test" }) { id } }', { id });
  const closed = await stranger().graphql(pairTill, { token });
  await parent.graphql('mutation ($id: ID!) { reopenAccount(input: { account: $id }) { id } }', { id });
  const reopened = await stranger().graphql(pairTill, { token });

  expect(closed.codes).toEqual(['TILL_PAIRING_INVALID']);
  expect(reopened.data.paired.keyId).toMatch(/^til_/);
});

test('throttles guesses from one address, but not a right link', async () => {
  const { token } = await made(await app.client());
  const forwarded = stranger().with({ 'X-Forwarded-For': '198.51.100.7' });
  const guesses = await Promise.all(
    Array.from({ length: 80 }, (_, index) => forwarded.graphql(pairTill, { token: `guess-${index}` })),
  );

  const right = await forwarded.graphql(pairTill, { token });

  expect(new Set(guesses.flatMap(({ codes }) => codes))).toEqual(
    new Set(['TILL_PAIRING_INVALID', 'TOO_MANY_REQUESTS']),
  );
  expect(right.data.paired.keyId).toMatch(/^til_/);
});

test('a new link ends the former device', async () => {
  const client = await app.client();
  const { id, token } = await made(client);
  const { data: first } = await stranger().graphql(pairTill, { token });
  const former = deviceOf(first.paired);
  const before = await former.graphql(viewer);

  const { data } = await client.graphql(renewTillPairing, { id });
  const after = await former.graphql(viewer);
  const { data: second } = await stranger().graphql(pairTill, { token: tokenIn(data.made.url) });
  const { data: seen } = await deviceOf(second.paired).graphql(viewer);

  expect(before.data.viewer.keyId).toBe(id);
  expect(after).toMatchObject({ status: 401, codes: ['UNAUTHENTICATED'] });
  expect(seen.viewer.keyId).toBe(id);
});

test('a till cannot act for a subaccount, and its id without a secret opens nothing', async () => {
  const client = await app.client();
  const { id, token } = await made(client);
  const unpaired = await deviceOf({ keyId: id, secret: '' }).graphql(viewer);
  const { data } = await stranger().graphql(pairTill, { token });
  const subaccount = await app.client({ parent: client.owner.account });

  const acting = await deviceOf(data.paired).graphql(viewer, {}, { 'X-Account': subaccount.owner.account.id });

  expect(unpaired.codes).toEqual(['UNAUTHENTICATED']);
  expect(acting.codes).toEqual(['FORBIDDEN']);
});

test('an account has at most 200 tills that are not revoked', async () => {
  const client = await app.client();
  const first = await made(client);
  const row = await requireRow(app.database, tills, { id: first.id });
  await app.database.transaction((transaction) =>
    insertRows(
      transaction,
      tills,
      Array.from({ length: 199 }, () => ({
        ...row,
        id: newId('till'),
        pairingHash: null,
      })),
    ),
  );

  const { codes } = await client.graphql(createTill, { input: { name: 'One more' } });
  await client.graphql('mutation ($id: ID!) { revokeTill(input: { id: $id }) { id } }', { id: first.id });
  const { data } = await client.graphql(createTill, { input: { name: 'One more' } });

  expect(codes).toEqual(['TOO_MANY_TILLS']);
  expect(data.made.till.name).toBe('One more');
});

test('settings change, and omitted ones stay', async () => {
  const client = await app.client();
  const { id: location } = await makeLocation(app.database, client.owner);
  const { id } = await made(client, { location, redeemsAtOnce: true });
  const update = `mutation ($input: UpdateTillInput!) {
    till: updateTill(input: $input) { name locationId redeemsAtOnce asksForMoney fields { number label } offlineRedemption }
  }`;

  const { data } = await client.graphql(update, {
    input: { id, asksForMoney: true, fields: [{ number: 2, label: 'Table' }], offlineRedemption: 'ACCEPT' },
  });
  const { data: cleared } = await client.graphql(update, { input: { id, location: null, redeemsAtOnce: false } });
  const { codes: unknown } = await client.graphql(update, { input: { id, location: 'loc_000000000000' } });
  const { errors: twice } = await client.graphql(update, {
    input: {
      id,
      fields: [
        { number: 2, label: 'a' },
        { number: 2, label: 'b' },
      ],
    },
  });
  await client.graphql('mutation ($id: ID!) { revokeTill(input: { id: $id }) { id } }', { id });
  const { codes: revoked } = await client.graphql(update, { input: { id, name: 'Gone' } });
  const { codes: renewed } = await client.graphql(renewTillPairing, { id });

  expect(data.till).toEqual({
    ...{ name: 'Till 1', locationId: location, redeemsAtOnce: true, asksForMoney: true, offlineRedemption: 'ACCEPT' },
    fields: [{ number: 2, label: 'Table' }],
  });
  expect(cleared.till).toMatchObject({ locationId: null, redeemsAtOnce: false, asksForMoney: true });
  expect(unknown).toEqual(['LOCATION_NOT_FOUND']);
  expect(twice[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'fields' });
  expect([...revoked, ...renewed]).toEqual(['TILL_REVOKED', 'TILL_REVOKED']);
});

test('no key can have the scope of tills', async () => {
  const client = await app.client();

  const { errors } = await client.graphql(
    'mutation { createApiKey(input: { name: "Till", scopes: [TILL] }) { secret } }',
  );

  expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'scopes' });
});
