import { expect, inject, test } from 'vitest';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { isUnavailable } from '../../../src/kernel/database/failures.ts';
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
