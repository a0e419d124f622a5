import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/databases/kept-server.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { model } from '../../src/main/registries/tables.ts';
import { Client } from '../support/client.ts';
import { migratedDatabaseUrl, timeoutOfTests } from '../support/database.ts';
import { positionedLog } from '../support/events.ts';
import { Follower, transports } from '../support/follow.ts';
import { makeAccount, makeCoupon, makeSessions } from '../support/make.ts';
import { startServer } from '../support/processes.ts';

const amount = 4000;
const disconnections = 40;

test('a client that is disconnected 40 times while the server is killed 3 times receives each of 4,000 events once, in order', async () => {
  const databaseUrl = await migratedDatabaseUrl(inject('engine'), inject('serverUrl'));
  const database = await openDatabase(databaseUrl, model, timeoutOfTests);
  onTestFinished(() => database.close());
  const port = String(await freePort());
  let server = await startServer(databaseUrl, { PORT: port });
  const client = new Client(server.url, await makeAccount(database));
  const followers = transports.map(
    (transport) => new Follower([client], transport, () => Math.ceil((Math.random() * 1.8 * amount) / disconnections)),
  );

  const writing = Promise.all([1, 2, 3, 4].map(() => changeSessions(database, client)));
  for (const quarter of [1, 2, 3]) {
    const enough = (quarter * amount) / 4;
    await expect.poll(() => Math.min(...followers.map(({ seen }) => seen.length))).toBeGreaterThanOrEqual(enough);
    await server.program.stop('SIGKILL');
    server = await startServer(databaseUrl, { PORT: port });
  }
  await writing;
  const log = await positionedLog(database, client.owner);
  await expect.poll(() => followers.map(({ seen }) => seen.length)).toEqual([log.length, log.length]);
  await Promise.all(followers.map((follower) => follower.stop()));

  expect(log.length).toBeGreaterThanOrEqual(amount);
  for (const { seen, left } of followers) {
    expect(seen.map(({ id, position, session }) => ({ id, position, session }))).toEqual(log);
    expect(left).toBeGreaterThanOrEqual(disconnections);
  }
  expect(await server.program.stop()).toMatchObject({ code: 0, errors: '' });
});

/** Voids and unvoids ranges of sessions of a coupon, and continues after failed calls while the server is down. */
async function changeSessions(database: Database, client: Client): Promise<void> {
  const coupon = await makeCoupon(database, client.owner);
  const sessions = await makeSessions(database, coupon, Array(50).fill({}));
  const [startsequence, endsequence] = [sessions[0]?.sequence, sessions.at(-1)?.sequence];
  for (let changed = 0; changed < amount / 4; ) {
    for (const operation of ['void', 'unvoid']) {
      const range = { campaign: coupon.id, startsequence, endsequence, operation };
      const answer = await client.rest('/v3/batch/update', range).catch(() => sleep(20));
      changed += answer?.body.action_quantity ?? 0;
    }
  }
}
