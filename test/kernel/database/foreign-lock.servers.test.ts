import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { expect, inject, test } from 'vitest';
import { makeAccount } from '../../support/make.ts';
import { openOwn } from './scratch.ts';

const onSqlite = test.runIf(inject('engine') === 'sqlite');

onSqlite('while another process writes, the process goes on, and its transaction waits', async () => {
  const { database, url } = await openOwn();
  const { account } = await makeAccount(database);
  const other = new BetterSqlite3(url.slice('sqlite:'.length));
  other.exec('BEGIN IMMEDIATE');
  let done = false;

  const change = database
    .transaction((transaction) =>
      transaction.change('UPDATE accounts SET email_balance = 7 WHERE id = ?', [account.id]),
    )
    .finally(() => (done = true));
  await sleep(100);
  const read = await database.rows('SELECT email_balance AS balance FROM accounts WHERE id = ?', [account.id]);

  expect(done).toBe(false);
  expect(read).toEqual([{ balance: 0 }]);
  const [stopped] = await database.rows<{ timeout: number }>('PRAGMA busy_timeout');
  expect(stopped?.timeout, 'milliseconds for which SQLite itself stops the process').toBeLessThanOrEqual(5);
  other.exec('COMMIT');
  other.close();
  expect(await change).toBe(1);
});

onSqlite('a commit waits for the disk', async () => {
  const { database } = await openOwn();

  const [mode] = await database.transaction((transaction) =>
    transaction.rows<{ synchronous: number }>('PRAGMA synchronous'),
  );

  expect(mode, '2 is FULL').toEqual({ synchronous: 2 });
});
