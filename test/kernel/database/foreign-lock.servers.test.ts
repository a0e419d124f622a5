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
  const longest = await longestPause(20);
  const read = await database.rows('SELECT email_balance AS balance FROM accounts WHERE id = ?', [account.id]);

  expect(done).toBe(false);
  expect(read).toEqual([{ balance: 0 }]);
  expect(longest, 'SQLite itself would stop the process for up to ten seconds').toBeLessThan(5000);
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

/** Returns the longest time in milliseconds that passed between some turns of the event loop, 20 ms apart. */
async function longestPause(turns: number): Promise<number> {
  let longest = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const began = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 20));
    longest = Math.max(longest, performance.now() - began);
  }
  return longest;
}
