import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import '../../src/main/registries/schema.ts';
import { bind } from '../../src/kernel/database/statement.ts';
import { type Instant, toInstant } from '../../src/kernel/values/instant.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import { useAppWithDatabaseOfItsOwn } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeAccount } from '../support/make.ts';
import { rowsRead } from '../support/plans.ts';

const app = useAppWithDatabaseOfItsOwn();
let us: Client;
let them: Client;

/** Enough rows to detect a full scan, even if the optimiser scans small tables. */
const amount = 2000;

const tables = {
  accounts: {
    list: 'accounts',
    columns: 'parent_id, id, name, timezone, email_balance, created_at',
    row: (owner: string, at: Instant, index: number) => [owner, newId('account'), `Shop ${index}`, 'UTC', 0, at],
  },
  api_keys: {
    list: 'apiKeys',
    columns: 'account_id, id, name, secret_hash, scope_list, created_at, revoked_at',
    row: (owner: string, at: Instant, index: number) => [
      ...[owner, newId('apiKey'), `Key ${index}`, 'x', 'READ', at],
      index % 2 === 0 ? at : null,
    ],
  },
  jobs: {
    list: 'jobs',
    columns: 'account_id, lane, id, kind, input, status, attempts, created_at, due_at, finished_at',
    row: (owner: string, at: Instant, index: number) => [
      ...[owner, owner, newId('job'), 'nothing', '{}', index % 2 === 0 ? 'DONE' : 'FAILED', 0, at, at, at],
    ],
  },
};

beforeAll(async () => {
  [us, them] = [await app.client(), await app.client()];
  for (const [table, { columns, row }] of Object.entries(tables)) {
    for (const { owner } of [us, them]) {
      const rows = Array.from({ length: amount }, (_, index) => {
        // Four rows have the same time, as after a bulk creation.
        const at = toInstant(new Date(Date.UTC(2020, 0, 1) + Math.floor(index / 4) * 60_000));
        return row(owner.account.id, at, index);
      });
      const marks = `(${columns.replace(/\w+/g, '?')})`;
      for (let begin = 0; begin < amount; begin += 500) {
        const chunk = rows.slice(begin, begin + 500);
        const sql = `INSERT INTO ${table} (${columns}) VALUES ${chunk.map(() => marks).join(', ')}`;
        await app.database.transaction((transaction) => transaction.change(sql, chunk.flat()));
      }
    }
  }
  if (inject('engine') !== 'sqlite') await app.database.rows('ANALYZE TABLE accounts, api_keys, jobs');
});

describe.each(Object.entries(tables))('%s', (table, { list }) => {
  const query = `query ($first: Int, $after: String, $last: Int, $before: String) {
    ${list}(first: $first, after: $after, last: $last, before: $before) {
      nodes { id createdAt } pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
    }
  }`;
  const read = async (client: Client, variables: Record<string, unknown>) =>
    (await client.graphql(query, variables)).data[list];

  test('is listed newest first, each object once, without those of other accounts', async () => {
    const ids: string[] = [];
    const times: string[] = [];
    for (let after = null, more = true; more; ) {
      const { nodes, pageInfo } = await read(us, { first: 1000, after });
      ids.push(...nodes.map(({ id }: { id: string }) => id));
      times.push(...nodes.map(({ createdAt }: { createdAt: string }) => createdAt));
      [after, more] = [pageInfo.endCursor, pageInfo.hasNextPage];
    }

    const owner = table === 'accounts' ? 'parent_id' : 'account_id';
    const stored = await app.database.rows<{ id: string }>(
      ...bind(`SELECT t.id AS id FROM ${table} t WHERE t.${owner} = :account`, { account: us.owner.account.id }),
    );
    expect(ids).toHaveLength(new Set(ids).size);
    expect(new Set(ids)).toEqual(new Set(stored.map(({ id }) => id)));
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('can be read from its end', async () => {
    const end = await read(us, { last: 3 });
    const before = await read(us, { last: 3, before: end.pageInfo.startCursor });

    expect(end.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect(before.nodes.at(-1).createdAt >= end.nodes[0].createdAt).toBe(true);
  });

  test('has pages of at most 1,000', async () => {
    expect((await us.graphql(query, { first: 1001 })).codes).toEqual(['INVALID_INPUT']);
  });

  test.runIf(inject('engine') !== 'sqlite')('reads few of many rows for a page', async () => {
    const { pageInfo } = await read(us, { first: 500 });
    const statements = vi.spyOn(app.database, 'rows');
    await read(us, { first: 10, after: pageInfo.endCursor });
    const listing = statements.mock.calls.find(([sql]) => sql.includes(`FROM ${table} `) && sql.includes('LIMIT'));
    statements.mockRestore();

    const [sql = '', values = []] = listing ?? [];
    const reads = await rowsRead(app.database, (on) => on.rows(sql, values));
    expect(reads).toBeLessThan(100);
  });
});

test('the filters select', async () => {
  const { data } = await us.graphql(`{
    accounts(filter: { name: "Shop 7" }) { nodes { name parentId } }
    revoked: apiKeys(first: 1000, filter: { revoked: true }) { nodes { revokedAt } }
    valid: apiKeys(first: 1000, filter: { revoked: false }) { nodes { revokedAt } }
    jobs(first: 1000, filter: { status: FAILED }) { nodes { status } }
  }`);

  expect(data.accounts.nodes).toEqual([{ name: 'Shop 7', parentId: us.owner.account.id }]);
  expect(data.revoked.nodes).toHaveLength(amount / 2);
  expect(data.revoked.nodes.every(({ revokedAt }: { revokedAt: string | null }) => revokedAt)).toBe(true);
  expect(data.valid.nodes.every(({ revokedAt }: { revokedAt: string | null }) => revokedAt === null)).toBe(true);
  expect(data.jobs.nodes).toHaveLength(amount / 2);
});

test('a search finds accounts by a part of the name or the domain, ignoring case, page by page', async () => {
  const client = await app.client();
  const create = 'mutation ($input: CreateAccountInput!) { createAccount(input: $input) { id } }';
  for (const input of [
    ...[{ name: 'Bäckerei Süd' }, { name: 'BÄCKEREI Nord' }, { name: '100 % Brot' }],
    ...[{ name: 'Café', domain: 'baeckerei.example' }],
  ])
    expect((await client.graphql(create, { input })).codes).toEqual([]);
  const found = async (search: string, paging = '') => {
    const { data } = await client.graphql(
      `query ($search: String) { accounts(filter: { text: $search }${paging}) { nodes { name } pageInfo { endCursor } } }`,
      { search },
    );
    return { names: data.accounts.nodes.map(({ name }: { name: string }) => name), ...data.accounts.pageInfo };
  };

  expect((await found('bäckerei')).names).toEqual(['BÄCKEREI Nord', 'Bäckerei Süd']);
  expect((await found('BAECKEREI')).names).toEqual(['Café']);
  expect((await found('%')).names).toEqual(['100 % Brot']);
  expect((await found('_')).names).toEqual([]);
  expect((await found('  ')).names).toHaveLength(4);
  const first = await found('ä', ', first: 1');
  expect((await found('ä', `, first: 1, after: "${first.endCursor}"`)).names).toEqual(['Bäckerei Süd']);
});

test('subaccounts list their own keys and jobs, and not those of the parent', async () => {
  const child = await makeAccount(app.database, { parent: us.owner.account });
  const acting = us.with({ ...us.headers, 'X-Account': child.account.id });

  const { data } = await acting.graphql(
    '{ apiKeys { nodes { id } } jobs { nodes { id } } accounts { nodes { id } } viewer { account { id } } }',
  );

  expect(data).toEqual({
    apiKeys: { nodes: [{ id: child.keyId }] },
    jobs: { nodes: [] },
    accounts: { nodes: [] },
    viewer: { account: { id: child.account.id } },
  });
});
