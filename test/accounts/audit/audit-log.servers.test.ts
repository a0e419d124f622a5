import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeAuditEntry } from '../../support/audit.ts';
import type { Client } from '../../support/client.ts';
import { makeAccount, makeCoupon, makeSession, makeSessions } from '../../support/make.ts';
import { makeCard, makeUser } from '../../support/make-loyalty.ts';
import { personOf } from '../../support/make-people.ts';
import { tillOf } from '../../support/make-tills.ts';

const app = useApp();

interface LogPage {
  nodes: { id: string }[];
  pageInfo: Record<'endCursor' | 'startCursor', string> & Record<'hasNextPage' | 'hasPreviousPage', boolean>;
}

async function logOf(client: Client, filter: object = {}) {
  const { data } = await client.graphql(
    `query ($filter: AuditFilter) { auditLog(first: 1000, filter: $filter) {
      nodes { id datetime keyId by address operation problem answered requestId input } } }`,
    { filter },
  );
  return data.auditLog.nodes;
}

const createKey = `mutation ($scopes: [Scope!]!) { createApiKey(input: { name: "Website", scopes: $scopes }) { secret key { id } } }`;
const claim = 'mutation ($s: ID!) { claimCouponSession(input: { session: $s }) { id } }';
const newFolder = 'mutation ($name: String!) { createFolder(input: { name: $name }) { id } }';

test('a write is in the log, with who called, what was given and what was answered', async () => {
  const client = await app.client();

  const { data } = await client.graphql(createKey, { scopes: ['READ'] }, { 'X-Request-Id': 'the-request' });

  const log = await logOf(client);
  expect(log).toEqual([
    {
      id: expect.stringMatching(/^aud_[0-9a-z]{16}$/),
      datetime: expect.any(String),
      keyId: client.owner.keyId,
      by: 'test',
      address: '127.0.0.1',
      operation: 'createApiKey',
      problem: null,
      answered: [data.createApiKey.key.id],
      requestId: 'the-request',
      input: { name: 'Website', scopes: ['READ'] },
    },
  ]);
  expect(Math.abs(Date.parse(log[0].datetime) - Date.now())).toBeLessThan(60_000);
});

test('writes by REST, by people and by tills are in the log', async () => {
  const client = await app.client();
  const person = await personOf(app, client.owner, { name: 'Ada' });
  const till = await tillOf(app, client.owner, { name: 'Counter' });
  const { session } = await makeSession(app.database, client.owner);

  await till.graphql(claim, { s: session });
  await client.rest('/v3/couponsession/update', { couponsession: session, operation: 'lock' });
  await client.rest('/v3/couponsession/update', { couponsession: session, operation: 'unlock' });
  await person.graphql(newFolder, { name: 'Summer' });

  expect((await logOf(client)).map(({ by, operation }: { by: string; operation: string }) => [by, operation])).toEqual([
    ['Ada', 'createFolder'],
    ['test', 'unlockCouponSession'],
    ['test', 'lockCouponSession'],
    ['Counter', 'claimCouponSession'],
  ]);
});

test('of simultaneous calls that share a transaction, each that succeeds is in the log once', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const made = await makeSessions(app.database, coupon, Array(60).fill({}));
  const sessions = made.map(({ session }) => session);
  const card = await makeCard(app.database, client.owner);
  const user = await makeUser(app.database, client.owner, { card });

  await Promise.all([...sessions, ...sessions.slice(0, 20)].map((s) => client.graphql(claim, { s })));
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      client.graphql(
        'mutation ($card: ID!, $user: ID!, $n: Int!) { addStamps(input: { card: $card, user: $user, amount: $n }) { id } }',
        { card: card.id, user: index < 10 ? user.id : 'usr_0000000000000000', n: 1 },
      ),
    ),
  );

  const claims = await logOf(client, { operation: 'claimCouponSession' });
  expect(claims.map(({ input }: { input: { session: string } }) => input.session).toSorted()).toEqual(
    sessions.toSorted(),
  );
  expect(claims.map(({ answered }: { answered: string[] }) => answered[0]).toSorted()).toEqual(sessions.toSorted());
  expect(await logOf(client, { operation: 'addStamps' })).toHaveLength(10);
});

test('simultaneous claims share a row of the log, and each is an entry of its own wherever it is read', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const sessions = (await makeSessions(app.database, coupon, Array(40).fill({}))).map(({ session }) => session);
  await client.graphql(newFolder, { name: 'Before' });
  await Promise.all(sessions.map((s, index) => client.graphql(claim, { s }, { 'X-Request-Id': `claim-${index}` })));
  await client.graphql(newFolder, { name: 'After' });
  const log = await logOf(client);
  const ids = log.map(({ id }: { id: string }) => id);
  const rows = await app.database.rows('SELECT id FROM audit_entries WHERE account_id = ?', [client.owner.account.id]);

  expect(rows.length).toBeLessThan(20);
  expect(log).toHaveLength(42);
  expect(ids).toEqual(ids.toSorted().reverse());
  expect(new Set(ids).size).toBe(42);
  for (const { requestId, answered, address, by, input } of log.slice(1, -1)) {
    const session = sessions[Number(requestId.replace('claim-', ''))];
    expect({ answered, address, by, input }).toEqual({
      ...{ answered: [session], address: '127.0.0.1', by: 'test', input: { session, dryRun: false } },
    });
  }

  const page = `query ($first: Int, $after: String, $last: Int, $before: String) {
    auditLog(first: $first, after: $after, last: $last, before: $before, filter: { refused: false }) {
      nodes { id } pageInfo { endCursor startCursor hasNextPage hasPreviousPage } } }`;
  const forward: string[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const { nodes, pageInfo }: LogPage = (await client.graphql(page, { first: 9, after })).data.auditLog;
    forward.push(...nodes.map(({ id }) => id));
    [after, more] = [pageInfo.endCursor, pageInfo.hasNextPage];
  }
  const backward: string[] = [];
  for (let before: string | null = null, more = true; more; ) {
    const { nodes, pageInfo }: LogPage = (await client.graphql(page, { last: 9, before })).data.auditLog;
    backward.unshift(...nodes.map(({ id }) => id));
    [before, more] = [pageInfo.startCursor, pageInfo.hasPreviousPage];
  }
  const { data } = await client.graphql(
    'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on AuditEntry { requestId } } }',
    { ids },
  );
  const { data: exported } = await client.graphql('mutation { createExport(input: { type: AUDIT_LOG }) { url } }');
  const lines = (await (await fetch(exported.createExport.url)).text()).trim().split('\n');

  expect(forward).toEqual(ids);
  expect(backward).toEqual(ids);
  expect(data.nodes).toEqual(log.map(({ id, requestId }: { id: string; requestId: string }) => ({ id, requestId })));
  expect(lines.slice(1, 43).map((line) => line.split(',')[0])).toEqual(ids.toReversed());
  expect(
    lines.filter((line) => /,claimCouponSession,OK,[0-9a-z]{21},claim-\d+,"\{""session""/.test(line)),
  ).toHaveLength(40);
});

test('a dry run, a call that failed and a replay leave nothing', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const dry = 'mutation ($s: ID!) { claimCouponSession(input: { session: $s, dryRun: true }) { id } }';

  await client.graphql(dry, { s: session });
  await client.graphql(claim, { s: 'nothing00000000000000' });
  await client.graphql('mutation { deleteFolder(input: { id: "fol_000000000000" }) { id } }');
  for (const name of ['Once', 'Once', 'Other']) await client.graphql(newFolder, { name }, { 'Idempotency-Key': 'one' });

  expect(await logOf(client)).toMatchObject([{ operation: 'createFolder', input: { name: 'Once' } }]);
});

test('refused attempts at administration are in the log', async () => {
  const client = await app.client();
  const reader = new (client.constructor as typeof Client)(
    client.url,
    await makeAccount(app.database, { account: client.owner.account, scopes: ['READ'] }),
  );
  const owner = await personOf(app, client.owner);

  await reader.graphql(createKey, { scopes: ['READ'] });
  await client.graphql('mutation { revokeApiKey(input: { id: "key_0000000000000000" }) { id } }');
  await owner.graphql(
    `mutation { changePassword(input: { current: "guessed-current", password: "a long new password" }) { ended } }`,
  );
  await reader.graphql(newFolder, { name: 'No administration' });

  const log = await logOf(client, { refused: true });
  expect(log).toMatchObject([
    { operation: 'changePassword', problem: 'WRONG_PASSWORD', input: { current: '(hidden)', password: '(hidden)' } },
    { operation: 'revokeApiKey', problem: 'API_KEY_NOT_FOUND', keyId: client.owner.keyId },
    { operation: 'createApiKey', problem: 'FORBIDDEN', keyId: reader.owner.keyId, answered: [] },
  ]);
  expect(await logOf(client)).toHaveLength(3);
});

test('an account can write at most 60 refusals a minute', async () => {
  const client = await app.client();
  const revoke = 'mutation { revokeApiKey(input: { id: "key_0000000000000000" }) { id } }';

  const answers = await Promise.all(Array.from({ length: 150 }, () => client.graphql(revoke)));

  expect(answers.flatMap(({ codes }) => codes)).toEqual(answers.map(() => 'API_KEY_NOT_FOUND'));
  const { length } = await logOf(client);
  // The minute may have ended between the calls.
  expect(length === 60 || length === 120 || (length > 60 && length < 120)).toBe(true);
});

test('long input is cut', async () => {
  const client = await app.client();
  const { data } = await client.graphql(
    'mutation ($input: CreateCouponInput!) { createCoupon(input: $input) { id } }',
    { input: { name: 'Rye', description: '😀'.repeat(400), terms: 'x'.repeat(900), tags: [...'abcdefghijklmno'] } },
  );

  const [entry] = await logOf(client);
  expect(entry.answered).toContain(data.createCoupon.id);
  expect(entry.input).toMatchObject({ description: `${'😀'.repeat(100)}…`, terms: `${'x'.repeat(200)}…` });
  expect(entry.input.tags.at(-1)).toBe('… 5 more');
  expect(Buffer.byteLength(JSON.stringify(entry.input))).toBeLessThan(5000);
});

test('only administrators read the log, and only that of their account', async () => {
  const client = await app.client();
  const other = await app.client();
  const marketer = await personOf(app, client.owner, { role: 'MARKETER' });
  const id = await makeAuditEntry(app.database, client.owner);

  expect((await marketer.graphql('{ auditLog { nodes { id } } }')).codes).toEqual(['FORBIDDEN']);
  expect(await logOf(other)).toEqual([]);
  const node = 'query ($id: ID!) { node(id: $id) { id } }';
  expect((await other.graphql(node, { id })).data.node).toBeNull();
  expect((await client.graphql(node, { id })).data.node).toEqual({ id });
});

test('filters and pages', async () => {
  const client = await app.client();
  const other = await makeAccount(app.database, { account: client.owner.account });
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    ids.push(
      await makeAuditEntry(app.database, count === 2 ? other : client.owner, {
        operation: count < 2 ? 'createCoupon' : 'updateCoupon',
        outcome: count === 4 ? 'COUPON_VOIDED' : 'OK',
      }),
    );
  }
  const found = async (filter: object) => (await logOf(client, filter)).map(({ id }: { id: string }) => id).toSorted();
  const all = await logOf(client);
  const paged = `query ($first: Int, $after: String, $last: Int, $before: String, $filter: AuditFilter) {
    auditLog(first: $first, after: $after, last: $last, before: $before, filter: $filter) {
      nodes { id } pageInfo { endCursor startCursor hasNextPage hasPreviousPage } } }`;
  const first = (await client.graphql(paged, { first: 2 })).data.auditLog;
  const second = (await client.graphql(paged, { first: 3, after: first.pageInfo.endCursor })).data.auditLog;
  const last = (await client.graphql(paged, { last: 2, filter: { refused: false } })).data.auditLog;
  const back = (await client.graphql(paged, { last: 2, before: second.pageInfo.startCursor })).data.auditLog;

  expect(await found({ key: other.keyId })).toEqual([ids[2]]);
  expect(await found({ operation: 'createCoupon' })).toEqual(ids.slice(0, 2).toSorted());
  expect(await found({ refused: true })).toEqual([ids[4]]);
  expect(await found({ since: all[0].datetime, until: all[0].datetime })).toContain(all[0].id);
  expect(await found({ until: '2001-01-01T00:00:00Z' })).toEqual([]);
  expect(await found({ since: '2999-01-01T00:00:00Z' })).toEqual([]);
  expect(
    (await client.graphql(paged, { filter: { since: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' } })).codes,
  ).toEqual(['INVALID_INPUT']);
  expect([...first.nodes, ...second.nodes].map(({ id }) => id)).toEqual(all.map(({ id }: { id: string }) => id));
  expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
  expect(last.nodes.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.slice(0, 2).toSorted());
  expect(back.nodes).toEqual(first.nodes);
});

test('administrators export the log', async () => {
  const client = await app.client();
  await makeAuditEntry(app.database, client.owner, { title: '=1+1' });
  const create = 'mutation { createExport(input: { type: AUDIT_LOG }) { url } }';
  const marketer = await personOf(app, client.owner, { role: 'MARKETER' });

  const { data } = await client.graphql(create);
  const text = await (await fetch(data.createExport.url)).text();

  const [head, line] = text.split('\n');
  expect(head).toBe('id,created_at,key_id,address,operation,outcome,answered,request_id,input');
  expect(line).toMatch(/^aud_.*,createCoupon,OK,,made,"\{""title"":""=1\+1""\}"/);
  expect((await marketer.graphql(create)).codes).toEqual(['FORBIDDEN']);
});
