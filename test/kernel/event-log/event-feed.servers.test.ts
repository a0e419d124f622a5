import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { Feed } from '../../../src/kernel/event-log/event-feed.ts';
import { callingAccount, workingFor } from '../../../src/kernel/values/event-loop.ts';
import { createLog } from '../../../src/main/process/log.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { insertEvents, positionedLog, sequence } from '../../support/events.ts';
import { makeAccount } from '../../support/make.ts';
import { openOwn } from '../database/scratch.ts';

test('a follower that resumes on a process that lags behind sees no event twice', async () => {
  const { database: theirs, url } = await openOwn();
  const owner = await makeAccount(theirs);
  const ours = await openDatabase(url, model);
  const feed = new Feed(ours, createLog('silent'));
  const leaving = new AbortController();
  onTestFinished(async () => {
    leaving.abort();
    await feed.stop();
    await ours.close();
  });
  const happen = async (amount: number) => {
    await theirs.transaction((transaction) => insertEvents(transaction, owner, amount));
    await sequence(theirs, owner.account);
    return (await positionedLog(theirs, owner)).map(({ position }) => position);
  };
  const follow = (after: number) => feed.follow({ accountId: owner.account.id }, { after }, leaving.signal);
  const [, second = 0] = await happen(2);
  const early = follow(second);
  const third = early.next();
  await happen(1);
  await third; // Another follower is active now.

  // Another process sequences the events and shows them to the client. This process gets no signal and only polls.
  const last = (await happen(5)).at(-1) ?? 0;
  const resumed = follow(last);
  const next = resumed.next();
  const [newest] = (await happen(1)).slice(-1);

  expect((await next).value?.position).toBe(newest);
});

test('many followers of an account that resume far back replay their pages one after another', async () => {
  const { database } = await openOwn();
  const owner = await makeAccount(database);
  await database.transaction((transaction) => insertEvents(transaction, owner, 250));
  await sequence(database, owner.account);
  const feed = new Feed(database, createLog('silent'));
  const leaving = new AbortController();
  onTestFinished(async () => {
    leaving.abort();
    await feed.stop();
  });
  const [pageSize, all, followers] = [100, 250, 20];
  const amidPage = new Set<number>();
  let max = 0;
  const replay = async (_: unknown, follower: number) => {
    let received = 0;
    for await (const _event of feed.follow({ accountId: owner.account.id }, { after: 0 }, leaving.signal)) {
      received += 1;
      if (received % pageSize === 0 || received === all) amidPage.delete(follower);
      else amidPage.add(follower);
      max = Math.max(max, amidPage.size);
      await nextIteration();
      if (received === all) return;
    }
  };

  await Promise.all(Array.from({ length: followers }, replay));

  // A page that a busy machine needs more than a tenth of a second for lets the next one begin.
  expect(max).toBeLessThan(followers / 4);
});

test('the feed reads for all accounts, whoever was the first to follow it', async () => {
  const { database } = await openOwn();
  const owner = await makeAccount(database);
  const feed = new Feed(database, createLog('silent'));
  const leaving = new AbortController();
  onTestFinished(async () => {
    leaving.abort();
    await feed.stop();
  });
  const happen = async () => {
    await database.transaction((transaction) => insertEvents(transaction, owner, 1));
    await sequence(database, owner.account);
  };
  const follower = feed.follow({ accountId: owner.account.id }, { after: 0 }, leaving.signal);
  const first = workingFor('network x', () => follower.next());
  await happen();
  await first;
  const readers = new Set<string | undefined>();
  const rows = database.rows.bind(database);
  vi.spyOn(database, 'rows').mockImplementation((...read) => {
    readers.add(callingAccount());
    return rows(...read);
  });
  const second = follower.next();
  await happen();
  await second;

  expect([...readers]).not.toContain('network x');
});
