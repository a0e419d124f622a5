import { expect, onTestFinished, test } from 'vitest';
import { pageOfEvents } from '../../../src/events/event-page.ts';
import { tail } from '../../../src/events/event-tail.ts';
import type { Database } from '../../../src/kernel/database/database.ts';
import { Feed } from '../../../src/kernel/event-log/event-feed.ts';
import { createLog } from '../../../src/main/process/log.ts';
import { counting } from '../../../src/statistics/counting/event-counting.ts';
import type { Owner } from '../../support/client.ts';
import { insertEvents, sequence } from '../../support/events.ts';
import { balanced, laggingNode } from '../../support/lagging-node.ts';
import { makeAccount } from '../../support/make.ts';
import { openOwn } from '../database/scratch.ts';

const log = createLog('silent');

test.each([
  { from: 'a position', after: 2 },
  { from: 'the beginning', after: 0 },
])('a follower from $from gets every event, although every second read goes to a node that lags', async ({ after }) => {
  const { database, owner, node, happen } = await lagging();
  const feed = new Feed(balanced(database, node), log);
  const leaving = leavingAtTheEnd(() => feed.stop());
  await happen(10);

  const followed = positionsOf(feed.follow({ accountId: owner.account.id }, { after }, leaving.signal), 15 - after);
  await happen(1);
  await node.catchUp();
  await happen(2);
  await node.catchUp();

  expect(await followed).toEqual(Array.from({ length: 15 - after }, (_, index) => after + 1 + index));
});

test('a tail prints every event, although every second read goes to a node that lags', async () => {
  const { database, owner, node, happen } = await lagging();
  const leaving = leavingAtTheEnd(async () => {});
  await happen(600);

  const tailed = positionsOf(tail(balanced(database, node), { accountId: owner.account.id }, 602, leaving.signal), 5);
  await happen(5);
  await node.catchUp();

  expect(await tailed).toEqual([603, 604, 605, 606, 607]);
});

test('a page of a search that a node answers before it has the events does not end after them', async () => {
  const { database, owner, node, happen } = await lagging();
  await happen(3);
  const filter = { accountId: owner.account.id, types: ['subaccount_updated'] };

  const { events, end } = await pageOfEvents(balanced(database, node), filter, { first: 1, after: 2 });

  expect(end).toBe(events.at(-1)?.position ?? 2);
});

test('statistics wait for events that the node of their transaction does not have yet', async () => {
  const { database, node, happen } = await lagging();
  while (await counting.next(database, log));
  await node.catchUp();
  await happen(4);
  const behind = balanced(database, node, true);

  expect(await counting.next(behind, log)).toBe(false);
  expect(await counting.positions(database)).toMatchObject({ cursor: 2, last: 6 });
  await node.catchUp();

  expect(await counting.next(behind, log)).toBe(true);
});

/** A database with two events, and a node of it that has no later ones. */
async function lagging() {
  const { database, url } = await openOwn();
  const owner = await makeAccount(database);
  const happen = (amount: number) => happenTo(database, owner, amount);
  await happen(2);
  return { database, owner, happen, node: await laggingNode(url) };
}

async function happenTo(database: Database, owner: Owner, amount: number): Promise<void> {
  await database.transaction((transaction) => insertEvents(transaction, owner, amount));
  await sequence(database, owner.account);
}

function leavingAtTheEnd(stop: () => Promise<void>): AbortController {
  const leaving = new AbortController();
  onTestFinished(async () => {
    leaving.abort();
    await stop();
  });
  return leaving;
}

/** Returns the positions of the first events. */
async function positionsOf(events: AsyncIterable<{ position: number }>, amount: number): Promise<number[]> {
  const found: number[] = [];
  for await (const { position } of events) {
    found.push(position);
    if (found.length === amount) break;
  }
  return found;
}
