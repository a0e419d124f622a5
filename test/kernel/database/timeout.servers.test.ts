import { expect, inject, onTestFinished, test } from 'vitest';
import type { Database, Transaction } from '../../../src/kernel/database/database.ts';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { type Timeouts, timeoutOfCallers } from '../../../src/kernel/database/engines/timeout.ts';
import { DatabaseBusy, isLockTimeout, isUnavailable } from '../../../src/kernel/database/failures.ts';
import { workingFor } from '../../../src/kernel/values/event-loop.ts';
import { reserveMemberNumber } from '../../../src/loyalty/user/loyalty-member.ts';
import { createLog } from '../../../src/main/process/log.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { ProblemCounter } from '../../../src/statistics/counting/problem-counter.ts';
import { CampaignProblem } from '../../../src/vocabulary/campaign-problem.ts';
import { migratedDatabaseUrl } from '../../support/database.ts';
import { makeAccount } from '../../support/make.ts';

/** SQLite has no connections to share: `foreign-lock.servers.test.ts` covers it. */
const onServers = test.skipIf(inject('engine') === 'sqlite');

/** Long enough that nothing is refused because the machine of the test is busy. */
const endless = { connectionMilliseconds: 600_000, lockSeconds: 600, statementMilliseconds: 600_000 };

onServers('while transactions of one account wait for a lock, reads and other accounts go on', async () => {
  const database = await open(endless);
  const lock = await lockRow(database);

  const waiting = Array.from({ length: 30 }, () => database.transaction(lock.take, { account: 'one' }));
  await expect.poll(() => lock.waiting()).toBe(3);

  await Promise.all(Array.from({ length: 20 }, () => database.rows('SELECT 1')));
  await Promise.all(
    Array.from({ length: 20 }, () =>
      database.transaction((transaction) => transaction.rows('SELECT 1'), { account: 'other' }),
    ),
  );
  expect(await lock.waiting(), 'the account has a quarter of the 12 connections').toBe(3);
  lock.release();
  await Promise.all(waiting);
});

onServers('a transaction belongs to the account of its caller, also if it does not say so', async () => {
  const database = await open(endless);
  const lock = await lockRow(database);

  const waiting = workingFor('one', () => Array.from({ length: 30 }, () => database.transaction(lock.take)));
  await expect.poll(() => lock.waiting()).toBe(3);

  await Promise.all(Array.from({ length: 20 }, () => database.transaction(({ rows }) => rows('SELECT 1'))));
  expect(await lock.waiting(), 'the account has a quarter of the 12 connections').toBe(3);
  lock.release();
  await Promise.all(waiting);
});

onServers('what several accounts share waits in the turns of none, whoever begins it', async () => {
  const database = await open(endless);
  const lock = await lockRow(database);
  const problems = new ProblemCounter(database, createLog('silent'));

  const waiting = workingFor('one', () => Array.from({ length: 30 }, () => database.transaction(lock.take)));
  await expect.poll(() => lock.waiting()).toBe(3);

  await Promise.all(
    ['one', 'other'].map((account) => workingFor(account, () => reserveMemberNumber(database, 'card'))),
  );
  for (const account of ['one', 'other'])
    workingFor(account, () => problems.note(account, new CampaignProblem('SESSION_NOT_FOUND', null)));
  await workingFor('one', () => problems.store());

  expect(await lock.waiting(), 'the account still waits').toBe(3);
  lock.release();
  await Promise.all(waiting);
});

onServers('a transaction waits for a lock once, and reports that the database is unavailable', async () => {
  const database = await open({ lockSeconds: 1 });
  const lock = await lockRow(database);
  let attempts = 0;

  const failure = await failureOf(
    database.transaction((transaction) => {
      attempts += 1;
      return lock.take(transaction);
    }),
  );
  lock.release();

  expect(failure).toSatisfy(isUnavailable);
  expect(failure).toSatisfy(isLockTimeout);
  expect(attempts).toBe(1);
});

onServers('a transaction waits for its turn for a limited time', async () => {
  const database = await open({ connectionMilliseconds: 1000 });
  const lock = await lockRow(database);
  const running = Array.from({ length: 3 }, () => database.transaction(lock.take, { account: 'one' }));
  await expect.poll(() => lock.waiting()).toBe(3);

  const failure = await failureOf(database.transaction(lock.take, { account: 'one' }));
  lock.release();

  expect(failure).toBeInstanceOf(DatabaseBusy);
  await Promise.all(running);
});

onServers('a read waits for a connection for a limited time', async () => {
  const database = await open({ connectionMilliseconds: 1000 });
  const slow = Array.from({ length: 8 }, () => database.rows('SELECT SLEEP(3) AS slept'));

  expect(await failureOf(database.rows('SELECT 1'))).toBeInstanceOf(DatabaseBusy);
  await Promise.all(slow);
  await expect.poll(() => failureOf(database.rows('SELECT 1'))).toBeNull();
});

onServers('a statement that takes too long ends, and its connection is replaced', async () => {
  const database = await open({ statementMilliseconds: 1000 });
  const [{ account }, other] = [await makeAccount(database), await makeAccount(database)];

  const failure = await failureOf(
    database.transaction((transaction) =>
      transaction.change('UPDATE accounts SET name = CONCAT(name, SLEEP(5)) WHERE id = ?', [account.id]),
    ),
  );

  expect(failure).toSatisfy(isUnavailable);
  // MySQL ends the UPDATE and releases its row only when it notices that the connection is closed.
  await database.transaction((transaction) =>
    transaction.change('UPDATE accounts SET email_balance = 1 WHERE id = ?', [other.account.id]),
  );
});

onServers('a connection that refuses a setting is not used', async () => {
  const refused = { lockSeconds: "'bread'" as never };

  expect(await failureOf(open(refused))).toSatisfy(isUnavailable);
});

onServers('workers are not bound to these limits', async () => {
  const { background } = await open({ lockSeconds: 1, statementMilliseconds: 200 });

  expect(await background.rows('SELECT SLEEP(2) AS slept')).toEqual([{ slept: 0 }]);
});

async function open(timeout: Partial<Timeouts>): Promise<Database> {
  const url = await migratedDatabaseUrl(inject('engine'), inject('serverUrl'));
  const database = await openDatabase(url, model, { ...timeoutOfCallers, ...endless, ...timeout });
  onTestFinished(() => database.close());
  return database;
}

/** Locks a row of its own in another transaction. `take` locks it in a transaction, and so waits for the release. */
async function lockRow(database: Database) {
  const { account } = await makeAccount(database);
  const select = `SELECT id FROM accounts WHERE id = '${account.id}' FOR UPDATE`;
  const locked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const holding = database.background.transaction(async (transaction) => {
    await transaction.rows(select);
    locked.resolve();
    await gate.promise;
  });
  await locked.promise;
  onTestFinished(() => {
    gate.resolve();
    return holding;
  });
  return {
    take: (transaction: Transaction) => transaction.rows(select),
    release: gate.resolve,
    /** The number of transactions that wait for the row. */
    waiting: async () => {
      const list = await database.background.rows<{ Info: string | null; Command: string }>('SHOW FULL PROCESSLIST');
      return list.filter(({ Info }) => Info === select).length;
    },
  };
}

const failureOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);
