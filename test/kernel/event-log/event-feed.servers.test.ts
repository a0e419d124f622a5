import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { Feed } from '../../../src/kernel/event-log/event-feed.ts';
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
