import { expect, inject, test } from 'vitest';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { isConflict, isDeparture, isTooLarge, isUnavailable } from '../../../src/kernel/database/failures.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { migratedDatabaseUrl } from '../../support/database.ts';
import { openMigrated } from './scratch.ts';

const failureOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);

test('a closed database is unavailable', async () => {
  const database = await openDatabase(await migratedDatabaseUrl(inject('engine'), inject('serverUrl')), model);
  await database.rows('SELECT 1');

  await database.close();

  expect(await failureOf(database.rows('SELECT 1'))).toSatisfy(isUnavailable);
});

test.skipIf(inject('engine') === 'sqlite')(
  'a broken connection is unavailable to its current statement and to the next one',
  async () => {
    const database = await openMigrated();
    const failures: unknown[] = [];

    await database
      .transaction(async (transaction) => {
        const [connection] = await transaction.rows<{ id: number }>('SELECT CONNECTION_ID() AS id');
        const sleep = failureOf(transaction.rows('SELECT SLEEP(30) AS slept'));
        await database.dataSource.query(`KILL ${connection?.id}`);
        failures.push(await sleep, await failureOf(transaction.rows('SELECT 1')));
      })
      .catch((error: unknown) => failures.push(error));

    expect(failures).toHaveLength(3);
    expect(failures.filter((failure) => !isUnavailable(failure))).toEqual([]);
  },
);

test.each([
  ['WSREP has not yet prepared node for application use', 1047, 'ER_UNKNOWN_COM_ERROR'],
  ['got error 6 during COMMIT', 1180, 'ER_ERROR_DURING_COMMIT'],
  ['--super-read-only', 1290, 'ER_OPTION_PREVENTS_STATEMENT'],
  ['running in read-only mode', 1836, 'ER_READ_ONLY_MODE'],
  ['offline mode', 3032, 'ER_SERVER_OFFLINE_MODE'],
  ['the table does not comply with the requirements', 3098, 'ER_BEFORE_DML_VALIDATION_ERROR'],
  ['Error on observer while running replication hook', 3100, 'ER_RUN_HOOK_ERROR'],
  ["Can't connect to remote MySQL server", 2003, undefined],
])('a server of a cluster that says "%s" has departed', (message, errno, code) => {
  const error = Object.assign(new Error(message), { errno, ...(code && { code }) });

  expect([isDeparture(error), isUnavailable(error), isConflict(error)]).toEqual([true, true, false]);
  expect(isDeparture(Object.assign(new Error('wrapped by TypeORM'), { driverError: error }))).toBe(true);
});

test('a commit that conflicts with one of another member may be repeated on the same connection', () => {
  const error = Object.assign(new Error('rolled back'), { errno: 3101, code: 'ER_TRANSACTION_ROLLBACK_DURING_COMMIT' });

  expect([isConflict(error), isUnavailable(error), isDeparture(error)]).toEqual([true, true, false]);
});

test.each([
  ['Multi-statement transaction required more storage', 1197, 'ER_TRANS_CACHE_FULL', true],
  ['The size of writeset data exceeds a limit', 3231, 'ER_WRITE_SET_EXCEEDS_LIMIT', true],
  ['Maximum writeset size exceeded', 1105, 'ER_UNKNOWN_ERROR', true],
  ['Got error 90 "Message too long" during COMMIT', 1180, 'ER_ERROR_DURING_COMMIT', true],
  ['Error on observer while running replication hook', 3100, 'ER_RUN_HOOK_ERROR', 'unclear'],
  ['Got error 6 during COMMIT', 1180, 'ER_ERROR_DURING_COMMIT', false],
])('whether "%s" means that the transaction is too large', (message, errno, code, expected) => {
  expect(isTooLarge(Object.assign(new Error(message), { errno, code }))).toBe(expected);
});
