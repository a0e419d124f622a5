import { expect, inject, test } from 'vitest';
import { Conflict } from '../../../src/kernel/database/failures.ts';
import { makeAccount } from '../../support/make.ts';
import { openMigrated } from './scratch.ts';

/** SQLite has one writer at a time, so its transactions cannot wait for each other. */
const onServers = test.skipIf(inject('engine') === 'sqlite');

onServers('two transactions that lock two rows the other way round both succeed', async () => {
  const database = await openMigrated();
  const [one, other] = [await makeAccount(database), await makeAccount(database)];
  const bothHoldTheirFirst = barrier(2);
  let attempts = 0;

  const lockInTurn = (ids: string[]) =>
    database.transaction(async (transaction) => {
      attempts += 1;
      for (const id of ids) {
        await transaction.change('UPDATE accounts SET email_balance = email_balance + 1 WHERE id = ?', [id]);
        await bothHoldTheirFirst();
      }
    });
  const ids = [one.account.id, other.account.id];
  await Promise.all([lockInTurn(ids), lockInTurn(ids.toReversed())]);

  expect(attempts, 'the database rolled back one transaction').toBe(3);
  const rows = await database.rows<{ balance: number }>(
    'SELECT email_balance AS balance FROM accounts WHERE id IN (?, ?)',
    ids,
  );
  expect(rows.map(({ balance }) => balance)).toEqual([2, 2]);
});

test('a transaction that conflicts is repeated and commits once', async () => {
  const database = await openMigrated();
  const { account } = await makeAccount(database);
  let attempts = 0;

  await database.transaction(async (transaction) => {
    attempts += 1;
    await transaction.change('UPDATE accounts SET email_balance = email_balance + 1 WHERE id = ?', [account.id]);
    if (attempts < 4) throw new Conflict();
  });

  const [row] = await database.rows<{ balance: number }>('SELECT email_balance AS balance FROM accounts WHERE id = ?', [
    account.id,
  ]);
  expect([attempts, row?.balance]).toEqual([4, 1]);
});

test('a transaction rejects after repeated conflicts, and immediately after other errors', async () => {
  const database = await openMigrated();
  const attempts = { conflict: 0, bug: 0 };

  const failing = (name: keyof typeof attempts, error: Error) =>
    database.transaction(async () => {
      attempts[name] += 1;
      throw error;
    });

  await expect(failing('conflict', new Conflict())).rejects.toThrow(Conflict);
  await expect(failing('bug', new TypeError('a bug'))).rejects.toThrow('a bug');
  expect(attempts).toEqual({ conflict: 6, bug: 1 });
});

/** Blocks until `amount` callers have arrived, then lets all pass. */
function barrier(amount: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come += 1;
    if (come === amount) resolve();
    return promise;
  };
}
