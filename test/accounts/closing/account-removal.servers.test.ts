import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Account } from '../../../src/accounts/account/account.ts';
import { beginNextRemoval } from '../../../src/accounts/closing/account-removal.ts';
import type { Database } from '../../../src/kernel/database/database.ts';
import { isEmptied } from '../../../src/kernel/event-log/event.ts';
import { readEvents } from '../../../src/kernel/event-log/event-reader.ts';
import { emptyEvents } from '../../../src/kernel/event-log/event-retention.ts';
import { daysAgo } from '../../../src/kernel/values/instant.ts';
import { pruneOutbox } from '../../../src/messaging/platform/outbox.ts';
import { storedFor } from '../../generated/stored.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { verified } from '../../support/audit.ts';
import { Client } from '../../support/client.ts';
import { eventsOf, insertEvents, sequence } from '../../support/events.ts';
import { makeDue, runJobs } from '../../support/jobs.ts';
import { makeAccount } from '../../support/make.ts';
import { makeTestAccount } from '../../support/make-test-account.ts';
import { makeWholeLife, ownedTables, rowsOf } from './whole-life.ts';

const app = useAppWithDatabaseOfItsOwn();

const close = 'mutation ($input: CloseAccountInput!) { closeAccount(input: $input) { id closedAt removalAt } }';
const reopen = 'mutation ($input: ReopenAccountInput!) { reopenAccount(input: $input) { id removalAt } }';

/** An account with a subaccount and rows in every table, below a parent that closes it. */
async function family(marker: string) {
  const parent = await app.client();
  const child = await app.client({ parent: parent.owner.account });
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE accounts SET name = ? WHERE id = ?', [marker, child.owner.account.id]),
  );
  await makeWholeLife(app, child, marker);
  const { data, errors } = await parent.graphql(close, { input: { account: child.owner.account.id, name: marker } });
  expect(errors).toEqual([]);
  return { parent, child, account: child.owner.account, closed: data.closeAccount };
}

/** Lets the account be closed this many days ago. */
async function age(database: Database, { id }: Pick<Account, 'id'>, days: number): Promise<void> {
  await database.transaction((transaction) =>
    transaction.change('UPDATE accounts SET closed_at = ? WHERE closed_with = ?', [daysAgo(days), id]),
  );
}

async function exists(database: Database, { id }: Pick<Account, 'id'>): Promise<boolean> {
  return (await database.rows('SELECT 1 FROM accounts a WHERE a.id = ?', [id])).length > 0;
}

/** Runs the steps of jobs until the account is gone. */
async function removed(database: Database, account: Pick<Account, 'id'>): Promise<void> {
  while (await exists(database, account)) {
    await makeDue(database);
    await runJobs(database);
  }
}

/** Returns the rows of all tables of the database, also of those that no entity describes. */
async function everything(database: Database): Promise<{ table: string; row: Record<string, unknown> }[]> {
  const tables = await database.rows<{ name: string }>(
    database.dialect.name === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'`
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  );
  const found = await Promise.all(
    tables.map(async ({ name }) =>
      (await database.rows<Record<string, unknown>>(`SELECT * FROM ${name}`)).map((row) => ({ table: name, row })),
    ),
  );
  return found.flat();
}

const idForm = /^(?:[a-z]{3}_[0-9a-z]{12,20}|[0-9a-z]{21})$/;

test('nothing is left of a removed account but what is declared, and nothing of others has changed', async () => {
  const { database } = app;
  const other = await app.client();
  await makeWholeLife(app, other, 'Kept for ever');
  // Its jobs would change its rows later.
  await runJobs(database);
  const marker = 'Unmistakable';
  const { parent, account } = await family(marker);
  const before = new Map<string, string[]>();
  const ids = new Set<string>([marker, account.id]);
  for (const schema of ownedTables) {
    const rows = await rowsOf(database, schema, account.id);
    expect(rows.length, `rows of ${schema.options.name}`).toBeGreaterThan(0);
    before.set(
      String(schema.options.tableName),
      rows.map((row) => JSON.stringify(row)),
    );
    for (const value of rows.flatMap((row) => Object.values(row)))
      if (typeof value === 'string' && idForm.test(value)) ids.add(value);
  }
  const kept = await storedFor(database, other.owner.account.id);
  // What the parent had before names nothing of the account: its key, for example.
  for (const id of [parent.owner.account.id, parent.owner.keyId]) ids.delete(id);
  await age(database, account, 31);

  expect(await beginNextRemoval(database, 30)).toBe(1);
  await removed(database, account);

  const left = await everything(database);
  const texts = left.map(({ table, row }) => ({ table, row, text: JSON.stringify(row) }));
  expect(texts.filter(({ table, text }) => before.get(table)?.includes(text)).map(({ table }) => table)).toEqual([]);
  const naming = texts.filter(({ text }) => [...ids].some((id) => text.includes(id)));
  const remains = Map.groupBy(naming, ({ table, row }) => describeRemains(table, row));
  expect([...remains.keys()].filter((found) => !declared.includes(found))).toEqual([]);
  expect(remains.get('audit_entries of closeAccount')?.map(({ row }) => row.account_id)).toEqual([
    parent.owner.account.id,
  ]);
  // An emptied event has its id, its place, its type and its time, and nothing else.
  for (const { row } of remains.get('events without an account') ?? [])
    expect(row).toMatchObject({ account_id: '', campaign_id: null, session: null, key_id: null, data: '{}' });
  expect(await storedFor(database, other.owner.account.id)).toBe(kept);
});

/** What may name a removed account, and for how long: docs/security.md. */
const declared = [
  'audit_blocks of the chain',
  'audit_entries of closeAccount',
  'events without an account',
  'events, subaccount_removed',
  'jobs, removeAccount',
  'logged_requests of closeAccount',
  'sequences, removed',
];

/** Says what a row is that still names something of a removed account. */
function describeRemains(table: string, row: Record<string, unknown>): string {
  if (table === 'audit_blocks') return 'audit_blocks of the chain';
  if (table === 'audit_entries' || table === 'logged_requests') return `${table} of ${row.operation}`;
  if (table === 'jobs') return `jobs, ${row.kind}`;
  if (table === 'sequences') return `sequences, ${String(row.name).split(' ')[0]}`;
  if (table === 'events') return row.account_id === '' ? 'events without an account' : `events, ${row.type}`;
  return `${table} ${JSON.stringify(row)}`;
}

test('the log has no holes, the parent learns of the removal, and the audit log still verifies', async () => {
  const { database } = app;
  const { parent, account } = await family('Short-lived');
  await age(database, account, 31);
  const audited = await verified(database);

  expect(await beginNextRemoval(database, 30)).toBe(1);
  await removed(database, account);
  await sequence(database, parent.owner.account);

  const seen = await eventsOf(database, { accountId: parent.owner.account.id });
  expect(seen.map(({ type, data }) => [type, data.id, data.name])).toEqual([
    ['subaccount_removed', account.id, 'Short-lived'],
  ]);
  const [positions] = await database.rows<{ amount: number; last: number }>(
    'SELECT COUNT(*) AS amount, MAX(e.position) AS last FROM events e WHERE e.position IS NOT NULL',
  );
  expect(Number(positions?.amount)).toBe(Number(positions?.last));
  const { events } = await readEvents(database, {}, { after: 0, size: 10_000 });
  expect(events.length).toBeLessThan(Number(positions?.amount));
  expect(events.filter(isEmptied)).toEqual([]);
  const { faults, removed: gone, entries } = await verified(database);
  expect(faults).toEqual(audited.faults);
  expect(gone).toBeGreaterThan(audited.removed);
  expect(entries).toBe(audited.entries);
});

test('emptied events are archived with the others, and those of a clock that was ahead do not outlive them', async () => {
  const { database } = app;
  const live = await app.client();
  const { account } = (await makeTestAccount(database, live)).owner;
  await database.transaction((transaction) => insertEvents(transaction, { ...live.owner, account }, 5));
  await sequence(database, account);
  await database.transaction((transaction) =>
    transaction.change('UPDATE events SET created_at = ? WHERE account_id = ?', [daysAgo(-400), account.id]),
  );

  while (!(await emptyEvents(database, account.id)));

  const { events: all } = await readEvents(database, {}, { after: 0, size: 10_000, withEmptied: true });
  const { events: shown } = await readEvents(database, {}, { after: 0, size: 10_000 });
  expect(all.filter(isEmptied).length).toBeGreaterThan(0);
  expect(shown).toEqual(all.filter((event) => !isEmptied(event)));
  expect(all.map(({ position }) => position)).toEqual(all.map((_, index) => index + (all[0]?.position ?? 0)));
  expect(all.filter(({ createdAt }) => createdAt > daysAgo(-1))).toEqual([]);
});

test('a removed entry that no block lists is found', async () => {
  const { database } = app;
  const { account } = await family('Tampered');
  const [entry] = await database.rows<{ id: string }>(
    'SELECT a.id AS id FROM audit_entries a WHERE a.account_id = ? AND a.block IS NOT NULL LIMIT 1',
    [account.id],
  );
  await database.transaction((transaction) =>
    transaction.change('DELETE FROM audit_entries WHERE id = ?', [entry?.id ?? '']),
  );

  expect((await verified(database)).faults).toContainEqual(expect.stringContaining(`${entry?.id} is missing`));
});

test('an account that is reopened before its time stays, and one whose removal has begun cannot be reopened', async () => {
  const { database } = app;
  const { parent, account, closed } = await family('Undecided');
  const days = (Date.parse(closed.removalAt) - Date.parse(closed.closedAt)) / 86_400_000;
  expect(days).toBe(30);
  await age(database, account, 29);
  expect(await beginNextRemoval(database, 30)).toBe(0);

  const reopened = await parent.graphql(reopen, { input: { account: account.id } });
  expect(reopened.data.reopenAccount).toEqual({ id: account.id, removalAt: null });

  await parent.graphql(close, { input: { account: account.id, name: 'Undecided' } });
  await age(database, account, 31);
  expect(await beginNextRemoval(database, 30)).toBe(1);
  expect(await beginNextRemoval(database, 30)).toBe(0);
  expect((await parent.graphql(reopen, { input: { account: account.id } })).codes).toEqual(['ACCOUNT_REMOVED']);
  await removed(database, account);
  expect((await parent.graphql(reopen, { input: { account: account.id } })).codes).toEqual(['ACCOUNT_NOT_FOUND']);
});

test('all below an account goes with it, and an account that was closed with its parent goes with that one only', async () => {
  const { database } = app;
  const top = await app.client();
  const [middle, side] = [
    await makeAccount(database, { parent: top.owner.account }),
    await makeAccount(database, { parent: top.owner.account }),
  ];
  const below = await makeAccount(database, { parent: middle.account });
  const ofMiddle = new Client(app.url, middle);
  const tests = [await makeTestAccount(database, top), await makeTestAccount(database, ofMiddle)];
  await ofMiddle.graphql(close, { input: { account: below.account.id, name: 'Test' } });
  await top.graphql(close, { input: { name: 'Test' } });
  await age(database, below.account, 10);
  await age(database, top.owner.account, 31);

  expect(await beginNextRemoval(database, 30)).toBe(1);
  expect(await beginNextRemoval(database, 30)).toBe(0);
  await removed(database, top.owner.account);

  for (const { account } of [middle, side, below, ...tests.map(({ owner }) => owner)])
    expect(await exists(database, account)).toBe(false);
});

test('a removal that did not end within a day begins again', async () => {
  const { database } = app;
  const { account } = await family('Stuck');
  await age(database, account, 31);
  expect(await beginNextRemoval(database, 30)).toBe(1);
  await database.transaction(async (transaction) => {
    await transaction.change("UPDATE jobs SET status = 'FAILED' WHERE kind = 'removeAccount' AND status = 'QUEUED'");
    await transaction.change('UPDATE accounts SET removal_began_at = ? WHERE id = ?', [daysAgo(2), account.id]);
  });

  expect(await beginNextRemoval(database, 30)).toBe(1);
  await removed(database, account);
});

test('captured messages of a removed account go in every process', async () => {
  const { database, dataDirectory } = app;
  const { account } = await family('Captured');
  const other = await app.client();
  const folders = [account, other.owner.account].map(({ id }) => path.join(dataDirectory, 'outbox', id));
  for (const folder of folders) {
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, '1763750250000-msg_0000000000000000.json'), '{}');
  }
  expect(await pruneOutbox(database, dataDirectory)).toBe(0);
  await age(database, account, 31);
  await beginNextRemoval(database, 30);
  await removed(database, account);

  expect(await pruneOutbox(database, dataDirectory)).toBe(1);
  const [gone = '', kept = ''] = folders;
  await expect(access(gone)).rejects.toThrow('ENOENT');
  await access(kept);
});
