import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { makeCoupon, makeSessions } from '../support/make.ts';
import { useTwoServers } from '../support/processes.ts';
import { atOnce, created, createSession, tally, transition } from './calls.ts';

const cluster = useTwoServers();

interface Item {
  single_use_code: string;
  sequence_id: number;
  custom_validation_code: string;
}

async function createMany(client: Client, campaign: string, amount: number): Promise<Item[]> {
  const { body } = await client.rest('/v3/multiplesingleuse/create', { campaign, amount, automated_codes: true });
  expect(body).toMatchObject({ data: expect.any(Array) });
  return body.data;
}

test('two processes that create 100,000 sessions each make distinct codes and two contiguous ranges', async () => {
  const clients = await cluster.clients();
  const { id } = await makeCoupon(cluster.database, clients[0].owner);

  const ranges = await Promise.all(clients.map((client) => createMany(client, id, 100_000)));

  for (const range of ranges) {
    const first = range[0]?.sequence_id ?? 0;
    expect(range.filter(({ sequence_id }, index) => sequence_id !== first + index)).toEqual([]);
  }
  const items = ranges.flat();
  expect(new Set(items.map((item) => item.single_use_code)).size).toBe(200_000);
  expect(new Set(items.map((item) => item.custom_validation_code)).size).toBe(200_000);
  const [stored] = await cluster.database.rows<Record<string, number>>(
    `SELECT COUNT(*) AS sessions, COUNT(DISTINCT session) AS codes, COUNT(DISTINCT custom_validation_code) AS validation
     FROM coupon_sessions WHERE coupon_id = ?`,
    [id],
  );
  expect(Object.values(stored ?? {}).map(Number)).toEqual([200_000, 200_000, 200_000]);
}, 600_000);

test('while a batch claims 20,000 sessions, single claims of another coupon succeed', async () => {
  const clients = await cluster.clients();
  const { id } = await makeCoupon(cluster.database, clients[0].owner);
  const [first] = await createMany(clients[0], id, 20_000);
  const other = await makeCoupon(cluster.database, clients[0].owner);
  const sessions = await makeSessions(cluster.database, other, Array(300).fill({}));

  const [claimed, outcomes] = await Promise.all([
    updateBatch(clients[0], id, first?.sequence_id, 'claim'),
    atOnce(300, clients, (client, door, index) => transition(client, door, 'claim', sessions[index]?.session ?? '')),
  ]);

  expect(claimed).toBe('20000');
  expect(tally(outcomes)).toEqual({ success: 300 });
  expect(await changesOf(id, 'claimed')).toEqual({ sessions: 20_000, events: 20_000 });
});

test.each([0, 100, 400])(
  'either a batch claim or all single claims in its range, sent %s ms later, succeed',
  async (pause) => {
    const clients = await cluster.clients();
    const { id } = await makeCoupon(cluster.database, clients[0].owner);
    const items = await createMany(clients[0], id, 20_000);

    const batch = updateBatch(clients[0], id, items[0]?.sequence_id, 'claim');
    await sleep(pause);
    const outcomes = await atOnce(40, clients, (client, door, index) =>
      transition(client, door, 'claim', items[index * 500]?.single_use_code ?? ''),
    );

    if ((await batch) === '20000') {
      expect(tally(outcomes)).toEqual({ 352: 20, SESSION_ALREADY_CLAIMED: 20 });
      expect(await changesOf(id, 'claimed')).toEqual({ sessions: 20_000, events: 20_000 });
    } else {
      expect([await batch, tally(outcomes)]).toEqual(['352', { success: 40 }]);
      expect(await changesOf(id, 'claimed')).toEqual({ sessions: 40, events: 40 });
    }
  },
);

test('a batch without an end succeeds while sessions are added to the coupon', async () => {
  const clients = await cluster.clients();
  const { id } = await makeCoupon(cluster.database, clients[0].owner);
  const [first] = await createMany(clients[0], id, 20_000);
  let done = false;
  const adding = Array.from({ length: 4 }, async () => {
    while (!done) created([await createSession(clients[1], 'rest', id)]);
  });

  const outcome = await updateBatch(clients[0], id, first?.sequence_id, 'void');
  done = true;
  await Promise.all(adding);

  expect(Number(outcome)).toBeGreaterThanOrEqual(20_000);
  const { sessions, events } = await changesOf(id, 'voided');
  expect(sessions).toBeGreaterThanOrEqual(20_000);
  expect(events).toBe(sessions);
});

/** Updates a batch, and returns the number of updated sessions or the codes of the refusal. */
async function updateBatch(client: Client, campaign: string, startsequence: unknown, operation: string) {
  const { body, codes } = await client.rest('/v3/batch/update', { campaign, startsequence, operation });
  return codes.length > 0 ? codes.join() : String(body.action_quantity);
}

/** Returns the number of sessions of a coupon in a state, and the number of events about that change of state. */
async function changesOf(couponId: string, state: 'claimed' | 'voided'): Promise<{ sessions: number; events: number }> {
  const [sessions, events] = await Promise.all([
    cluster.database.rows(`SELECT 1 FROM coupon_sessions WHERE coupon_id = ? AND ${state}_at IS NOT NULL`, [couponId]),
    cluster.database.rows(`SELECT session FROM events WHERE campaign_id = ? AND type = 'coupon_${state}'`, [couponId]),
  ]);
  return { sessions: sessions.length, events: events.length };
}
