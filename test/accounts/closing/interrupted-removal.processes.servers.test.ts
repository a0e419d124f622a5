import { expect, test } from 'vitest';
import { beginNextRemoval, removeAccountJob } from '../../../src/accounts/closing/account-removal.ts';
import type { Database } from '../../../src/kernel/database/database.ts';
import { requireRow } from '../../../src/kernel/database/rows.ts';
import { jobs } from '../../../src/kernel/jobs/job.ts';
import { daysAgo } from '../../../src/kernel/values/instant.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { verified } from '../../support/audit.ts';
import type { Owner } from '../../support/client.ts';
import { appSecret, makeAccount, makeCoupon, makeSessions } from '../../support/make.ts';
import { Program } from '../../support/processes.ts';
import { makeWholeLife, ownedTables, rowsOf } from './whole-life.ts';

const app = useAppWithDatabaseOfItsOwn();

/** Lets accounts be closed 31 days ago. */
async function closeLongAgo(database: Database, { account: { id } }: Owner): Promise<void> {
  await database.transaction((transaction) =>
    transaction.change('UPDATE accounts SET closed_at = ?, closed_with = ? WHERE id = ?', [daysAgo(31), id, id]),
  );
}

async function rowsLeft(database: Database, { account }: Owner): Promise<string[]> {
  const tables = await Promise.all(
    ownedTables.map(async (schema) =>
      (await rowsOf(database, schema, account.id)).length > 0 ? [schema.options.name] : [],
    ),
  );
  return tables.flat();
}

class Interruption extends Error {}

/** Returns the database for a process that ends before the next transaction after this number of them. */
function interrupted(database: Database, after: number): Database {
  let left = after;
  const transaction: Database['transaction'] = (work, options) => {
    left -= 1;
    if (left < 0) throw new Interruption();
    return database.transaction(work, options);
  };
  return new Proxy(database, {
    get(target, name) {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

test('a removal that is interrupted between any two transactions goes on, and ends clean', async () => {
  const { database } = app;
  const client = await app.client({ parent: (await makeAccount(database)).account });
  await makeWholeLife(app, client, 'Interrupted');
  const below = await database.rows<{ id: string }>('SELECT a.id AS id FROM accounts a WHERE a.parent_id = ?', [
    client.owner.account.id,
  ]);
  expect(below.length).toBeGreaterThan(0);
  await database.transaction((transaction) =>
    transaction.change('UPDATE accounts SET closed_at = ?, closed_with = ? WHERE parent_id = ?', [
      ...[daysAgo(31), client.owner.account.id, client.owner.account.id],
    ]),
  );
  await closeLongAgo(database, client.owner);
  expect(await beginNextRemoval(database, 30)).toBe(1);
  const job = await requireRow(database, jobs, { kind: removeAccountJob.kind });

  let interruptions = 0;
  for (let done = false; !done; ) {
    const ended = removeAccountJob.step(interrupted(database, interruptions), job);
    done = await ended.then(
      (outcome) => outcome === true,
      (error: unknown) => {
        expect(error).toBeInstanceOf(Interruption);
        interruptions += 1;
        return false;
      },
    );
  }

  expect(interruptions).toBeGreaterThanOrEqual(ownedTables.length / 2);
  expect(await rowsLeft(database, client.owner)).toEqual([]);
  expect((await verified(database)).faults).toEqual([]);
});

test('a removal whose worker is killed goes on in another one', async () => {
  const { database, databaseUrl } = app;
  const client = await app.client();
  const coupon = await makeCoupon(database, client.owner);
  await makeSessions(database, coupon, Array(60_000).fill({}));
  await closeLongAgo(database, client.owner);
  const sessions = async () => {
    const [counted] = await database.rows<{ amount: number }>(
      'SELECT COUNT(*) AS amount FROM coupon_sessions s WHERE s.coupon_id = ?',
      [coupon.id],
    );
    return Number(counted?.amount);
  };
  const env = { DATABASE_URL: databaseUrl, APP_SECRET: appSecret, LOG_LEVEL: 'error' };

  const first = new Program('worker.ts', [], env);
  await expect.poll(sessions, { interval: 20 }).toBeLessThan(60_000);
  await first.stop('SIGKILL');
  expect(await sessions()).toBeGreaterThan(0);

  const second = new Program('worker.ts', [], env);
  await expect.poll(() => rowsLeft(database, client.owner), { interval: 200 }).toEqual([]);
  const { errors } = await second.stop();
  expect(errors).toBe('');
});
