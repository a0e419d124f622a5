import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import type { Database } from '../../../src/kernel/database/database.ts';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { Client, type RestAnswer } from '../../support/client.ts';
import { migratedDatabaseUrl, timeoutOfTests } from '../../support/database.ts';
import { makeAccount, makeCoupon, makeSessions } from '../../support/make.ts';
import { type RunningServer, startServer } from '../../support/processes.ts';

/** SQLite locks no rows. */
describe.skipIf(inject('engine') === 'sqlite')('while another transaction holds a session of one account', () => {
  let database: Database;
  let server: RunningServer;

  beforeAll(async () => {
    const url = await migratedDatabaseUrl(inject('engine'), inject('serverUrl'));
    database = await openDatabase(url, model, timeoutOfTests);
    server = await startServer(url, { WORKER: 'off', LOG_LEVEL: 'silent' });
  });

  afterAll(async () => {
    await server.program.stop();
    await database.close();
  });

  test('its claims of that session get 503 soon, its other claims succeed, and other accounts notice nothing', async () => {
    const [ours, theirs] = [await withSessions(30), await withSessions(30)];
    const [locked = '', ...free] = ours.sessions;
    await lockUntilFinished(locked);

    const stuck = Promise.all(Array.from({ length: 14 }, () => timed(claim(ours.client, locked))));
    const beside = Promise.all(free.map((session) => timed(claim(ours.client, session))));
    const others: Timed[] = [];
    for (const session of theirs.sessions) {
      others.push(await timed(claim(theirs.client, session)));
      others.push(await timed(theirs.client.rest('/v3/couponsession/data', { couponsession: session })));
    }

    const refused = await stuck;
    expect(refused.map(({ status, codes }) => `${status} ${codes}`)).toEqual(Array(14).fill('503 1004'));
    expect(refused.map(({ headers }) => headers.get('Retry-After'))).toEqual(Array(14).fill('1'));
    expect(longest(refused), 'before: 60 s').toBeLessThan(15_000);
    expect((await beside).map(({ status }) => status)).toEqual(free.map(() => 200));
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
    expect(longest(others), 'before: as long as the others waited').toBeLessThan(2000);
  });

  test('claims with data take a quarter of the connections at most, and GraphQL names the time to wait', async () => {
    const [ours, theirs] = [await withSessions(1), await withSessions(10)];
    const [locked = ''] = ours.sessions;
    await lockUntilFinished(locked);
    const statement = `mutation ($input: ClaimCouponSessionInput!) { claimCouponSession(input: $input) { session } }`;
    const input = { session: locked, data: { customField1: 'x' } };

    const stuck = Promise.all(Array.from({ length: 14 }, () => ours.client.graphql(statement, { input })));
    const others: Timed[] = [];
    for (const session of theirs.sessions) {
      const fields = { couponsession: session, operation: 'claim', customfield1: 'x' };
      others.push(await timed(theirs.client.rest('/v3/couponsession/update', fields)));
    }

    const refused = await stuck;
    expect(refused.map(({ status, codes }) => `${status} ${codes}`)).toEqual(Array(14).fill('503 UNAVAILABLE'));
    expect(refused.map(({ headers }) => headers.get('Retry-After'))).toEqual(Array(14).fill('1'));
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
    expect(longest(others)).toBeLessThan(2000);
  });

  async function withSessions(amount: number): Promise<{ client: Client; sessions: string[] }> {
    const owner = await makeAccount(database);
    const made = await makeSessions(database, await makeCoupon(database, owner), Array(amount).fill({}));
    return { client: new Client(server.url, owner), sessions: made.map(({ session }) => session) };
  }

  async function lockUntilFinished(session: string): Promise<void> {
    const locked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const holding = database.background.transaction(async (transaction) => {
      await transaction.rows('SELECT session FROM coupon_sessions WHERE session = ? FOR UPDATE', [session]);
      locked.resolve();
      await gate.promise;
    });
    onTestFinished(() => {
      gate.resolve();
      return holding;
    });
    await locked.promise;
  }
});

type Timed = RestAnswer & { milliseconds: number };

function claim(client: Client, session: string): Promise<RestAnswer> {
  return client.rest('/v3/couponsession/update', { couponsession: session, operation: 'claim' });
}

async function timed(work: Promise<RestAnswer>): Promise<Timed> {
  const began = performance.now();
  const answer = await work;
  return { ...answer, milliseconds: performance.now() - began };
}

function longest(answers: readonly Timed[]): number {
  return Math.max(...answers.map(({ milliseconds }) => milliseconds));
}
