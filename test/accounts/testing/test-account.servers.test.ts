import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeAccount, makeCoupon } from '../../support/make.ts';
import { personOf } from '../../support/make-people.ts';
import { beginAdvance, clockOf, makeTestAccount } from '../../support/make-test-account.ts';

const app = useApp();

const day = 86_400_000;
const create = 'mutation { createTestAccount(input: {}) { id name testOf parentId clock { time status target } } }';
const inDays = (days: number) => new Date(Date.now() + days * day);

const beside = (live: Client, { id }: { id: string }) => live.with({ ...live.headers, 'X-Account': id });

test('an account has one test account, without data, for which its keys act and which has keys of its own', async () => {
  const live = await app.client({ timezone: 'Europe/Oslo' });
  await makeCoupon(app.database, live.owner);

  const { data } = await live.graphql(create);
  const { account } = live.owner;
  expect(data.createTestAccount).toMatchObject({
    ...{ name: `${account.name} (test)`, testOf: account.id, parentId: null },
    clock: { status: 'READY', target: null },
  });
  expect((await live.graphql(create)).codes).toEqual(['TEST_ACCOUNT_EXISTS']);
  const shown = await live.graphql('{ viewer { account { testAccount { id } clock { time } testOf } } }');
  const testAccount = { id: data.createTestAccount.id };
  expect(shown.data.viewer.account).toEqual({ testAccount, clock: null, testOf: null });

  const acting = beside(live, testAccount);
  expect((await acting.rest('/v3/coupon/list')).body.coupon_info).toEqual([]);
  const key = 'mutation { createApiKey(input: { name: "a", scopes: [READ] }) { secret key { id } } }';
  const made = (await acting.graphql(key)).data.createApiKey;
  expect(made.secret).toMatch(/^test_\w{40}$/);
  expect((await live.graphql(key)).data.createApiKey.secret).not.toContain('test_');
  const own = acting.with({ Authorization: `Bearer ${made.key.id}:${made.secret}` });
  expect((await own.graphql('{ viewer { account { id timezone } } }')).data.viewer.account).toEqual({
    ...testAccount,
    timezone: 'Europe/Oslo',
  });
});

test('strangers, subaccounts and parents of the account cannot act for its test account', async () => {
  const parent = await app.client();
  const live = await app.client({ parent: parent.owner.account });
  const child = await app.client({ parent: live.owner.account });
  const { account } = (await makeTestAccount(app.database, live)).owner;

  for (const other of [parent, child, await app.client()])
    expect((await beside(other, account).graphql('{ viewer { keyId } }')).codes).toEqual(['FORBIDDEN']);
  const { data } = await parent.graphql(`{ node(id: "${account.id}") { id } }`);
  expect(data.node).toBeNull();
});

test('a test account has neither accounts of its own nor a platform that sends', async () => {
  const client = await makeTestAccount(app.database, await app.client());
  const { data } = await client.graphql('{ integrations(first: 10) { nodes { provider } } }');
  const providers = data.integrations.nodes.map(({ provider }: { provider: string }) => provider);
  expect(providers).toEqual(Array(6).fill('CAPTURE'));

  const refused = async (mutation: string) => (await client.graphql(`mutation { ${mutation} { __typename } }`)).codes;
  const smtp = 'channel: EMAIL, provider: SMTP, settings: { host: "mail.example", from: "a@b.example" }';
  expect(await refused(`connectIntegration(input: { ${smtp} })`)).toEqual(['NOT_IN_TEST_ACCOUNT']);
  expect(await refused('createAccount(input: { name: "x" })')).toEqual(['NOT_IN_TEST_ACCOUNT']);
  expect(await refused('createTestAccount(input: {})')).toEqual(['NOT_IN_TEST_ACCOUNT']);
});

test('wrong times are refused and set no clock', async () => {
  const live = await app.client();
  const client = await makeTestAccount(app.database, live);
  const before = Date.parse((await clockOf(client)).time);

  expect(await beginAdvance(live, inDays(1))).toEqual(['NOT_A_TEST_ACCOUNT']);
  expect(await beginAdvance(client, inDays(-1))).toEqual(['CLOCK_BACKWARDS']);
  expect(await beginAdvance(client, inDays(735))).toEqual(['CLOCK_STEP_TOO_LONG']);
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE accounts SET clock_ahead = ? WHERE id = ?', [3600 * day, client.owner.account.id]),
  );
  expect(await beginAdvance(client, inDays(3660))).toEqual(['CLOCK_TOO_FAR']);
  // The clock of the row counts at once, in every process.
  const { time, status } = await clockOf(client);
  expect(Date.parse(time) - before).toBeGreaterThanOrEqual(3600 * day);
  expect(status).toBe('READY');

  expect(await beginAdvance(client, inDays(3601))).toEqual([]);
  expect(await beginAdvance(client, inDays(3602))).toEqual(['CLOCK_ADVANCING']);
  expect(await clockOf(client)).toMatchObject({ status: 'ADVANCING', target: expect.any(String) });
});

test('an advance that is cancelled leaves the clock where it is', async () => {
  const client = await makeTestAccount(app.database, await app.client());
  expect(await beginAdvance(client, inDays(10))).toEqual([]);
  const { data } = await client.graphql('{ jobs(first: 1) { nodes { id } } }');
  await client.graphql(`mutation { cancelJob(input: { id: "${data.jobs.nodes[0].id}" }) { id } }`);

  expect(await clockOf(client)).toMatchObject({ status: 'READY', target: null });
});

test('people of the account act for its test account with the same role', async () => {
  const live = await app.client();
  const { account } = (await makeTestAccount(app.database, live)).owner;
  const person = await personOf(app, live.owner, { role: 'ANALYST' });
  const acting = beside(person, account);

  const { data } = await acting.graphql('{ viewer { account { id } scopes } }');
  expect(data.viewer).toEqual({ account: { id: account.id }, scopes: ['READ'] });
  const stranger = await personOf(app, (await app.client()).owner);
  expect((await beside(stranger, account).graphql('{ viewer { keyId } }')).codes).toEqual(['FORBIDDEN']);
});

test('closing an account closes its test account, and a closed test account can be reopened', async () => {
  const parent = await makeAccount(app.database);
  const live = await app.client({ parent: parent.account });
  const { account } = (await makeTestAccount(app.database, live)).owner;
  const isClosed = async () => {
    const rows = await app.database.rows<{ at: string | null }>('SELECT closed_at AS at FROM accounts WHERE id = ?', [
      account.id,
    ]);
    return rows[0]?.at !== null;
  };
  const close = 'mutation ($input: CloseAccountInput!) { closeAccount(input: $input) { id } }';
  const reopen = 'mutation ($input: ReopenAccountInput!) { reopenAccount(input: $input) { id } }';

  const closed = await beside(live, account).graphql(close, { input: { name: account.name } });
  expect([closed.codes, await isClosed()]).toEqual([[], true]);
  expect((await live.graphql(reopen, { input: { account: account.id } })).codes).toEqual([]);
  expect(await isClosed()).toBe(false);

  const stranger = await app.client();
  expect((await stranger.graphql(reopen, { input: { account: account.id } })).codes).toEqual(['ACCOUNT_NOT_FOUND']);
  await live.graphql(close, { input: { name: live.owner.account.name } });
  expect(await isClosed()).toBe(true);
});
