import { expect, test } from 'vitest';
import { chainNextBlock } from '../../src/audit/audit-chain.ts';
import { provideRuntime } from '../../src/kernel/security/runtime.ts';
import { Secrets } from '../../src/kernel/security/secrets.ts';
import { daysAgo } from '../../src/kernel/values/instant.ts';
import { reseal } from '../../src/main/cli/secret-rotation.ts';
import { sealedColumns } from '../../src/main/registries/tables.ts';
import { findOptedOut } from '../../src/messaging/opt-out/opt-out.ts';
import { pruneExports } from '../../src/privacy/personal-data/exported-part.ts';
import { connect } from '../messaging/connect.ts';
import { useAppWithDatabaseOfItsOwn } from '../support/app.ts';
import { secretsOfTests, verified } from '../support/audit.ts';
import type { Client } from '../support/client.ts';
import { sequence } from '../support/events.ts';
import { runStep } from '../support/jobs.ts';
import { appSecret, makeAccount, makeCoupon, makeSession } from '../support/make.ts';
import { makeDirectoryUser } from '../support/make-directories.ts';
import { makeCard, makeUser } from '../support/make-loyalty.ts';
import { makeTestAccount } from '../support/make-test-account.ts';

const app = useAppWithDatabaseOfItsOwn();

const fields = 'id status personalData { fileUrl records { kind amount } }';

const exported = async (client: Client, input: object) => {
  const document = `mutation ($i: ExportPersonalDataInput!) { exportPersonalData(input: $i) { ${fields} } }`;
  const { data, codes } = await client.graphql(document, { i: input });
  return data?.exportPersonalData ?? codes;
};

const erased = async (client: Client, input: object) => {
  const document = `mutation ($i: ErasePersonalDataInput!) { erasePersonalData(input: $i) { ${fields} } }`;
  const { data, codes } = await client.graphql(document, { i: input });
  return data?.erasePersonalData ?? codes;
};

const find = async (client: Client, id: string) =>
  (await client.graphql(`query ($id: ID!) { job(id: $id) { ${fields} } }`, { id })).data.job;

/** Runs the next step of the account's jobs at once. */
async function step(client: Client): Promise<boolean> {
  await sequence(app.database, client.owner.account);
  await change(`UPDATE jobs SET due_at = ? WHERE status = 'QUEUED' AND account_id = ?`, [
    daysAgo(0.1),
    client.owner.account.id,
  ]);
  return runStep(app.database);
}

async function finish(client: Client, { id }: { id: string }) {
  while ((await find(client, id)).status !== 'DONE') await step(client);
  return find(client, id);
}

const change = (sql: string, values: (string | number)[]) =>
  app.database.transaction((transaction) => transaction.change(sql, values));

const jobRow = async (id: string) => {
  const [row] = await app.database.rows<{ input: string; progress: string }>(
    'SELECT j.input AS input, j.progress AS progress FROM jobs j WHERE j.id = ?',
    [id],
  );
  return row;
};

test('an input names one address, and only administrators may ask', async () => {
  const client = await app.client();
  const other = await app.client({ account: client.owner.account, scopes: ['READ', 'WRITE', 'REDEEM', 'SEND'] });

  for (const call of [exported, erased]) {
    expect(await call(client, {})).toEqual(['INVALID_INPUT']);
    expect(await call(client, { email: 'ada@example.com', phone: '+493012345678' })).toEqual(['INVALID_INPUT']);
    expect(await call(client, { email: 'ada' })).toEqual(['INVALID_INPUT']);
    expect(await call(client, { phone: '030 12345' })).toEqual(['INVALID_INPUT']);
    expect(await call(other, { email: 'ada@example.com' })).toEqual(['FORBIDDEN']);
  }
});

test('in a test account whose clock is ahead, an export is kept for a day of real time', async () => {
  const client = await makeTestAccount(app.database, await app.client());
  const { account } = client.owner;
  await change('UPDATE accounts SET clock_ahead = ? WHERE id = ?', [400 * 86_400_000, account.id]);
  await makeSession(app.database, client.owner, { email: 'ada@example.com', firstName: 'Ada' });

  const { personalData } = await finish(client, await exported(client, { email: 'ada@example.com' }));

  const file = await (await fetch(personalData.fileUrl)).json();
  expect(file).toMatchObject({ account: account.id, couponSessions: [{ firstName: 'Ada' }] });
  const parts = await app.database.rows<{ createdAt: string }>(
    'SELECT p.created_at AS createdAt FROM personal_parts p WHERE p.account_id = ?',
    [account.id],
  );
  expect(parts.length).toBeGreaterThan(0);
  for (const { createdAt } of parts) expect(createdAt < daysAgo(-1)).toBe(true);
});

test('an account has at most 10 exports of a day, and only its administrators get the files', async () => {
  const client = await app.client();
  const reader = await app.client({ account: client.owner.account, scopes: ['READ', 'WRITE'] });
  await makeSession(app.database, client.owner, { email: 'ada@example.com', firstName: 'Ada' });

  const answers = [];
  for (let count = 0; count < 11; count += 1) answers.push(await exported(client, { email: 'ADA@example.com' }));

  expect(answers.map((answer) => answer.status ?? answer)).toEqual([
    ...Array(10).fill('QUEUED'),
    ['TOO_MANY_PERSONAL_EXPORTS'],
  ]);
  await change(`UPDATE jobs SET status = 'CANCELLED', finished_at = created_at WHERE account_id = ? AND id <> ?`, [
    ...[client.owner.account.id, answers[0].id],
  ]);
  const { personalData } = await finish(client, answers[0]);
  const file = await (await fetch(personalData.fileUrl)).json();
  expect(file).toMatchObject({ account: client.owner.account.id, couponSessions: [{ firstName: 'Ada' }] });
  expect((await find(reader, answers[0].id)).personalData.fileUrl).toBeNull();
  expect(answers[1].personalData.fileUrl).toBeNull();

  await change('UPDATE personal_parts SET created_at = ? WHERE account_id = ?', [
    daysAgo(1.1),
    client.owner.account.id,
  ]);
  await change('UPDATE jobs SET created_at = ? WHERE account_id = ?', [daysAgo(1.1), client.owner.account.id]);
  expect((await fetch(personalData.fileUrl)).status).toBe(404);
  expect((await find(client, answers[0].id)).personalData.fileUrl).toBeNull();
  expect(await pruneExports(app.database)).toBeGreaterThan(0);
  expect(await pruneExports(app.database)).toBe(0);
});

test('an export has the purchases of loyalty cards, and an erasure replaces their references', async () => {
  const client = await app.client();
  const card = await makeCard(app.database, client.owner, {
    type: 'MEMBERSHIP',
    pointsPerAmount: '1',
    pointsValidDays: 9,
  });
  const members = [];
  for (const name of ['ada', 'bob'])
    members.push(await makeUser(app.database, client.owner, { card, email: `${name}@example.com` }));
  const buy = (user: string, reference: string, amount: string) =>
    client.graphql('mutation ($i: AddPurchaseInput!) { addPurchase(input: $i) { points } }', {
      i: { card: card.id, user, amount, reference },
    });
  const [ada, bob] = members.map(({ id }) => id) as [string, string];
  for (const order of ['order of Ada 1', 'order of Ada 2']) expect((await buy(ada, order, '12.5')).codes).toEqual([]);
  expect((await buy(bob, 'order of Bob', '3')).codes).toEqual([]);
  const purchasesOf = async (user: string) => {
    const document = '{ purchase { reference amount } balance }';
    const { data } = await client.graphql(
      `query ($c: ID!, $u: ID!) { loyaltyUser(card: $c, user: $u) { ledger { nodes ${document} } } }`,
      { c: card.id, u: user },
    );
    return data.loyaltyUser.ledger.nodes;
  };

  const { personalData } = await finish(client, await exported(client, { email: 'ada@example.com' }));
  const file = await (await fetch(personalData.fileUrl)).json();
  const report = await finish(client, await erased(client, { email: 'ada@example.com' }));

  const purchase = { amount: '12.500', userId: ada, cardId: card.id, createdAt: expect.any(String) };
  expect(file.loyaltyPurchases).toHaveLength(2);
  expect(file.loyaltyPurchases).toEqual(
    expect.arrayContaining([
      { ...purchase, reference: 'order of Ada 1', entryId: file.loyaltyEntries[0].id },
      { ...purchase, reference: 'order of Ada 2', entryId: file.loyaltyEntries[1].id },
    ]),
  );
  expect(file.loyaltyEntries[0]).not.toHaveProperty('lots');
  expect(report.personalData.records).toContainEqual({ kind: 'loyaltyPurchases', amount: 2 });
  const meaningless = { reference: expect.stringMatching(/^erased led_/), amount: '12.500' };
  expect(await purchasesOf(ada)).toEqual([
    { purchase: meaningless, balance: 24 },
    { purchase: meaningless, balance: 12 },
  ]);
  expect(await purchasesOf(bob)).toMatchObject([{ purchase: { reference: 'order of Bob' } }]);
});

test('an export of somebody whom nobody knows is an empty file', async () => {
  const client = await app.client();

  const job = await finish(client, await exported(client, { phone: '+493099999999' }));

  expect(job.personalData.records).toEqual([]);
  expect(await (await fetch(job.personalData.fileUrl)).json()).toEqual({
    account: client.owner.account.id,
    exportedAt: expect.any(String),
  });
});

test('an erasure removes the files of earlier exports of the person, and only these', async () => {
  const client = await app.client();
  for (const name of ['ada', 'bob']) await makeSession(app.database, client.owner, { email: `${name}@example.com` });
  const ada = await finish(client, await exported(client, { email: 'ada@example.com' }));
  const bob = await finish(client, await exported(client, { email: 'bob@example.com' }));

  await finish(client, await erased(client, { email: 'ada@example.com' }));

  expect((await fetch(ada.personalData.fileUrl)).status).toBe(404);
  expect((await fetch(bob.personalData.fileUrl)).status).toBe(200);
});

test.each([
  [{ phone: '+49 151 33333002' }, { phone: '+49 0151 33333002' }],
  [{ phone: '+49 0151 33333002' }, { phone: '0049 (0)151-33333002' }],
  [{ email: 'ada@bücher.example' }, { email: 'Ada@xn--bcher-kva.example' }],
  [{ email: ' ADA@xn--bcher-kva.example' }, { email: 'ada@BÜCHER.example' }],
])('an erasure of %j finds a session, a card and a member with %j', async (sought, stored) => {
  const client = await app.client();
  const { sequence: number } = await makeSession(app.database, client.owner, { ...stored, firstName: 'Ada' });
  await makeUser(app.database, client.owner, { ...stored, firstName: 'Ada' });
  await makeDirectoryUser(app.database, client.owner, { ...stored, firstName: 'Ada' });

  const { personalData } = await finish(client, await erased(client, sought));

  expect(personalData.records).toEqual(
    expect.arrayContaining([
      { kind: 'couponSessions', amount: 1 },
      { kind: 'loyaltyUsers', amount: 1 },
      { kind: 'directoryUsers', amount: 1 },
    ]),
  );
  expect(
    await app.database.rows('SELECT first_name AS name FROM coupon_sessions WHERE sequence = ?', [number]),
  ).toEqual([{ name: null }]);
});

test('the data of other accounts stay, also those of subaccounts', async () => {
  const client = await app.client();
  const sub = await makeAccount(app.database, { parent: client.owner.account });
  const foreign = await makeAccount(app.database);
  const sessions = [];
  for (const owner of [client.owner, sub, foreign])
    sessions.push(await makeSession(app.database, owner, { email: 'ada@example.com', firstName: 'Ada' }));

  await finish(client, await erased(client, { email: 'ada@example.com' }));

  const names = await Promise.all(
    sessions.map(async ({ sequence: number }) => {
      const [row] = await app.database.rows<{ name: string | null }>(
        'SELECT first_name AS name FROM coupon_sessions WHERE sequence = ?',
        [number],
      );
      return row?.name;
    }),
  );
  expect(names).toEqual([null, 'Ada', 'Ada']);
});

test('an erasure by phone finds national numbers of the country of the account, and not those of other countries', async () => {
  const spellings = ['+4915133333002', '0049 (0)151 33333002', '0151/33333002'];
  for (const [timezone, erasedOnes] of [
    ['Europe/Berlin', [null, null, null]],
    ['Europe/Vienna', [null, null, '0151/33333002']],
  ] as const) {
    const client = await app.client({ timezone });
    const coupon = await makeCoupon(app.database, client.owner);
    const directory = (await makeDirectoryUser(app.database, client.owner)).directoryId;
    for (const phone of spellings) {
      await makeSession(app.database, client.owner, { coupon, phone });
      await client.graphql(
        'mutation ($i: CreateDirectoryUserInput!) { createDirectoryUser(input: $i) { user { id } } }',
        { i: { directory, email: `${spellings.indexOf(phone)}@example.com`, phone } },
      );
    }

    await finish(client, await erased(client, { phone: '+4915133333002' }));

    const left = async (table: string, column: string, id: string) =>
      (
        await app.database.rows<{ phone: string | null }>(
          `SELECT t.phone AS phone FROM ${table} t WHERE t.${column} = ? ORDER BY t.created_at`,
          [id],
        )
      ).map(({ phone }) => phone);
    const sessions = await left('coupon_sessions', 'coupon_id', coupon.id);
    expect(sessions.toSorted()).toEqual(erasedOnes.toSorted());
    const members = await left('directory_users', 'directory_id', directory);
    expect(members.filter((phone) => phone !== null)).toEqual(erasedOnes.filter((phone) => phone !== null));
  }
});

test('a cancelled erasure forgets the address, and the next one finishes what it began', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const { session } = await makeSession(app.database, client.owner, { coupon, email: 'ada@example.com' });
  const update = `mutation ($s: ID!) { updateCouponSession(input: { session: $s, data: { customId: "adas-bread" } }) { session } }`;
  expect((await client.graphql(update, { s: session })).codes).toEqual([]);
  const inputs = () =>
    app.database.rows<{ given: string | null }>(
      `SELECT a.given AS given FROM audit_entries a WHERE a.account_id = ? AND a.operation = 'updateCouponSession'`,
      [client.owner.account.id],
    );

  const first = await erased(client, { email: 'ada@example.com' });
  expect((await jobRow(first.id))?.input).toContain('ada@example.com');
  while (!JSON.parse((await jobRow(first.id))?.progress ?? '').records.couponSessions) await step(client);
  await client.graphql('mutation ($id: ID!) { cancelJob(input: { id: $id }) { id } }', { id: first.id });

  expect((await jobRow(first.id))?.input).toBe('{}');
  expect(JSON.stringify(await inputs())).toContain('bread');
  await finish(client, await erased(client, { email: 'ada@example.com' }));
  // The input names the session alone, which no longer has the address.
  expect(await inputs()).toEqual([{ given: null }]);
  const left = 'SELECT t.kind FROM personal_tokens t JOIN events e ON e.id = t.value WHERE e.account_id = ?';
  expect(await app.database.rows(left, [client.owner.account.id])).toEqual([]);
  while ((await chainNextBlock(app.database, secretsOfTests)) > 0);
  expect((await verified(app.database)).faults).toEqual([]);
});

test('an erased opt-out goes on to count, can be ended, and survives another secret', async () => {
  const client = await app.client();
  await connect(app.database, client);
  const coupon = await makeCoupon(app.database, client.owner);
  const { id: accountId } = client.owner.account;
  const call = (document: string, input: object) => client.graphql(document, { i: input });
  const optOut = 'mutation ($i: OptOutInput!) { optOut(input: $i) { address } }';
  const remove = 'mutation ($i: RemoveOptOutInput!) { removeOptOut(input: $i) { address } }';
  const send = 'mutation ($i: SendCouponSmsInput!) { sendCouponSms(input: $i) { message { status } } }';
  const listed = async () =>
    (await client.graphql('{ optOuts { nodes { channel address reason } } }')).data.optOuts.nodes;
  const ada = { channel: 'SMS', address: '+493012345678' };
  await call(optOut, ada);
  await call(optOut, { channel: 'SMS', address: '+493087654321' });

  await finish(client, await erased(client, { phone: ada.address }));

  const hashed = { channel: 'SMS', address: expect.stringMatching(/^#[\w-]{43}$/), reason: 'REQUESTED' };
  expect(await listed()).toEqual(
    expect.arrayContaining([hashed, expect.objectContaining({ address: '+493087654321' })]),
  );
  expect((await call(send, { coupon: coupon.id, phone: ada.address })).codes).toEqual(['SMS_OPTED_OUT']);
  expect((await call(send, { coupon: coupon.id, phone: '+493087654321' })).codes).toEqual(['SMS_OPTED_OUT']);
  expect((await call(send, { coupon: coupon.id, phone: '+493000000000' })).codes).toEqual([]);
  await call(optOut, ada);
  expect(await listed()).toHaveLength(2);

  const rotated = new Secrets('n'.repeat(32), [appSecret]);
  for (const columns of sealedColumns) await reseal(app.database, rotated, columns);
  provideRuntime({ secrets: new Secrets('n'.repeat(32)), dataDirectory: app.dataDirectory });
  expect([...(await findOptedOut(app.database, accountId, 'SMS', [ada.address, '+493000000000']))]).toEqual([
    ada.address,
  ]);
  for (const columns of sealedColumns) await reseal(app.database, new Secrets(appSecret, ['n'.repeat(32)]), columns);
  provideRuntime({ secrets: secretsOfTests, dataDirectory: app.dataDirectory });

  expect((await call(remove, ada)).codes).toEqual([]);
  expect((await call(send, { coupon: coupon.id, phone: ada.address })).codes).toEqual([]);
});
