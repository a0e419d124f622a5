import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openOwn } from '../kernel/database/scratch.ts';
import { Client } from '../support/client.ts';
import { makeAccount, makeCoupon, makeSession, makeSessions } from '../support/make.ts';
import { makePairedTill } from '../support/make-tills.ts';
import { useTwoServers } from '../support/processes.ts';
import { bySession, KilledServers, type Outcome, redeemed, validationsOf } from './till-storm.ts';

// The load of a fast machine is over the limit.
const cluster = useTwoServers({ RATE_LIMIT: '0' });

const trustedMilliseconds = 5000;

test('a revoked till is refused within 5 seconds by all processes, also under load', async () => {
  const clients = await cluster.clients();
  const [{ owner, url }, other] = clients;
  const { session } = await makeSession(cluster.database, owner);
  const { till, ...device } = await makePairedTill(cluster.database, owner);
  const colleague = await makePairedTill(cluster.database, owner);
  const find = (client: Client) =>
    client.graphql('query ($code: String!) { findSession(code: $code) { session } }', { code: session });
  let isRevoked = false;
  const load = Promise.all(
    [url, other.url, url, other.url].map(async (address) => {
      while (!isRevoked) expect((await find(new Client(address, colleague).patient())).codes).toEqual([]);
    }),
  );
  const asked: { at: number; codes: string[] }[] = [];
  const callers = [url, other.url].map(async (address) => {
    for (const client = new Client(address, device).patient(); ; ) {
      const at = performance.now();
      const { codes } = await find(client);
      asked.push({ at, codes });
      if (codes.length > 0) return codes;
    }
  });
  await expect.poll(() => asked.length, { timeout: 60_000 }).toBeGreaterThan(10);

  const { data } = await clients[0].graphql('mutation ($id: ID!) { revokeTill(input: { id: $id }) { revokedAt } }', {
    id: till.id,
  });
  const revoked = performance.now();
  const endings = await Promise.all(callers);
  isRevoked = true;
  await load;

  expect(data.revokeTill.revokedAt).not.toBeNull();
  expect(endings).toEqual([['UNAUTHENTICATED'], ['UNAUTHENTICATED']]);
  const last = Math.max(...asked.filter(({ codes }) => codes.length === 0).map(({ at }) => at));
  expect(last - revoked).toBeLessThan(trustedMilliseconds);
});

test('of 20 simultaneous devices at two processes one gets the till of a link', async () => {
  const clients = await cluster.clients();
  const { data } = await clients[0].graphql('mutation { createTill(input: { name: "Till" }) { url } }');
  const token = data.createTill.url.split('#pair=')[1];

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (clients[index % 2] as Client)
        .with({})
        .patient()
        .graphql('mutation ($token: String!) { pairTill(input: { token: $token }) { keyId } }', { token }),
    ),
  );

  expect(answers.filter(({ data }) => data?.pairTill)).toHaveLength(1);
  expect(new Set(answers.flatMap(({ codes }) => codes))).toEqual(new Set(['TILL_PAIRING_INVALID']));
});

const amount = 400;
const max = 20;

test('20 tills redeem 400 sessions while servers are killed: each once, and each refusal names the till and the time', async () => {
  const { database, url } = await openOwn();
  const owner = await makeAccount(database);
  const coupon = await makeCoupon(database, owner);
  const sessions = (await makeSessions(database, coupon, Array(amount).fill({}))).map(({ session }) => session);
  const devices = await Promise.all(
    Array.from({ length: max }, (_, index) => makePairedTill(database, owner, { name: `Till ${index + 1}` })),
  );
  const killed = await KilledServers.start(url, 2);
  const calls = { interrupted: 0 };
  const outcomes: Outcome[] = [];
  const kept: (() => Promise<void>)[] = [];
  const waiting = [...sessions.entries()];

  const work = devices.map(async (device, number) => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [index, session] = next;
      const colleague = devices[(number + 1) % max] as typeof device;
      const redeem = async (by: typeof device) =>
        void outcomes.push(await redeemed(killed, by, session, `scan-${session}`, calls));
      const scans = [redeem(device)];
      // Twice with the same key, and once more at another till: at the same time, or later from its offline queue.
      if (index % 5 === 0) scans.push(redeem(device));
      if (index % 3 === 0) scans.push(redeem(colleague));
      if (index % 7 === 0) kept.push(() => redeem(colleague));
      await Promise.all(scans);
      await sleep(Math.random() * 150);
    }
  });
  const kills = killed.untilDone(Promise.all(work));
  await Promise.all(work);
  for (const send of kept) await send();
  const killings = await kills;
  await killed.stop();

  const winners = new Map(outcomes.flatMap((one) => (one.validatedAt ? [[one.session, one]] : [])));
  const refused = outcomes.filter(({ refusal }) => refusal);
  console.log(`${killings} kills, ${calls.interrupted} calls interrupted, ${refused.length} refusals`);
  expect(killings).toBeGreaterThan(0);
  expect(winners.size).toBe(amount);
  for (const { session, till, validatedAt } of outcomes) {
    const winner = winners.get(session);
    if (validatedAt)
      expect({ till: till.id, validatedAt }).toEqual({ till: winner?.till.id, validatedAt: winner?.validatedAt });
  }
  expect(refused.length).toBeGreaterThan(amount / 4);
  for (const { session, refusal } of refused) {
    const { till, validatedAt } = winners.get(session) as Outcome;
    expect(refusal).toEqual({ code: 'SESSION_ALREADY_VALIDATED', at: validatedAt, by: till.name, keyId: till.id });
  }
  expect(await validationsOf(database, coupon.id)).toEqual(
    sessions.map((session) => ({ session, keyId: winners.get(session)?.till.id })).toSorted(bySession),
  );
}, 600_000);
