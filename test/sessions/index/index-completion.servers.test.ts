import { expect, test } from 'vitest';
import type { Database } from '../../../src/kernel/database/database.ts';
import { migrate } from '../../../src/kernel/database/migration.ts';
import { searchSessions } from '../../../src/sessions/search/found-sessions.ts';
import { pageOfSessions } from '../../../src/sessions/search/session-list.ts';
import { openEmpty } from '../../kernel/database/scratch.ts';
import { makeDue, runStep } from '../../support/jobs.ts';
import { addFormerSessions, formerAccount, formerCoupon, openFormer, openPresent } from './former-installation.ts';
import { misfitsOf } from './marks.ts';

const which = { accountId: formerAccount, couponId: formerCoupon, from: null, to: null };
const page = { size: 1000, backward: false, from: null };

test('after an upgrade, lists and searches find all sessions before, while and after a job adds marks and keys', async () => {
  const { database: former, url } = await openFormer();
  await addFormerSessions(former, 1, 2500);
  const database = await openPresent(url);
  await migrate(database);
  const expected = await resultsOf(database);
  expect(expected.map(({ length }) => length)).toEqual([1001, 1001, 1001, 625, 100, 100, 1, 1]);

  expect(await runStep(database), 'the job waits until the previous version is gone').toBe(false);
  await addFormerSessions(former, 2501, 1);
  await former.close();
  const all = await resultsOf(database);
  await makeDue(database);
  while (await runStep(database)) {
    expect(await resultsOf(await openAgain(database))).toEqual(all);
    await makeDue(database);
  }

  expect(await resultsOf(database)).toEqual(all);
  expect(await misfitsOf(database)).toEqual([]);
  expect(await indexesOf(database)).toEqual(['code', 'sequence', 'session']);
  expect(await database.rows('SELECT kind, status FROM jobs ORDER BY kind')).toEqual([
    { kind: 'dropSessionIndexes', status: 'DONE' },
    { kind: 'indexCustomIds', status: 'DONE' },
    { kind: 'indexSessions', status: 'DONE' },
  ]);
});

test('what the previous version changed after the upgrade leaves no wrong marks and keys', async () => {
  const { database: former, url } = await openFormer();
  await addFormerSessions(former, 1, 40);
  const database = await openPresent(url);
  await migrate(database);
  await database.transaction(async ({ change }) => {
    // Marks and keys of the present version for sessions that the previous version then unvalidated or removed.
    await change(`INSERT INTO session_marks (coupon_id, kind, at, sequence)
      SELECT coupon_id, 'validated', validated_at, sequence FROM coupon_sessions WHERE validated_at IS NOT NULL`);
    await change(`INSERT INTO session_search_keys (account_id, field, value, sequence)
      SELECT account_id, 'email', email_key, sequence FROM coupon_sessions WHERE email_key IS NOT NULL`);
    await change('UPDATE coupon_sessions SET validated_at = NULL WHERE sequence = 3');
    await change('DELETE FROM coupon_sessions WHERE sequence = 7');
  });
  await former.close();

  await makeDue(database);
  while (await runStep(database)) await makeDue(database);

  expect(await misfitsOf(database)).toEqual([]);
});

test('a new installation has no indexes of the previous version, and no job', async () => {
  const { database } = await openEmpty();
  await migrate(database);

  expect(await indexesOf(database)).toEqual(['code', 'sequence', 'session']);
  expect(await database.rows('SELECT id FROM jobs')).toEqual([]);
});

/** The results of lists and searches. */
async function resultsOf(database: Database): Promise<number[][]> {
  const found = [
    ...(['created', 'opened', 'claimed'] as const).map((order) => pageOfSessions(database, order, which, page, 0)),
    pageOfSessions(database, 'validated', which, page, 0),
    searchSessions(database, which, { email: 'ada1' }),
    searchSessions(database, which, { phone: '+49301' }),
    searchSessions(database, which, { phone: '10000023' }),
    searchSessions(database, which, { phone: '+49301', email: 'ada23@' }),
  ];
  return (await Promise.all(found)).map((sessions) => sessions.map(({ sequence }) => Number(sequence)));
}

/** The same database as a process sees it that has not yet read whether the job is done. */
function openAgain(database: Database): Database {
  return { ...database, rows: (sql, parameters) => database.rows(sql, parameters) };
}

async function indexesOf({ dataSource, dialect }: Database): Promise<string[]> {
  const sql =
    dialect.name === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE 'coupon_sessions_%'`
      : `SELECT DISTINCT index_name AS name FROM information_schema.statistics
         WHERE table_schema = DATABASE() AND table_name = 'coupon_sessions' AND index_name <> 'PRIMARY'`;
  const rows: { name: string }[] = await dataSource.query(sql);
  return rows.map(({ name }) => name.replace('coupon_sessions_', '')).sort();
}
