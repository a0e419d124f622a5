import { expect, test } from 'vitest';
import type { CouponSession } from '../../src/sessions/session/session.ts';
import { makeCoupon, makeSession } from '../support/make.ts';
import { useTwoServers } from '../support/processes.ts';
import { atOnce, tally, transition } from './calls.ts';

const cluster = useTwoServers();

test('when many sessions are claimed at once, some of them twice, each is claimed once', async () => {
  const clients = await cluster.clients();
  const { owner } = clients[0];
  const coupon = await makeCoupon(cluster.database, owner);
  const sessions = await Promise.all(
    Array.from({ length: 200 }, () => makeSession(cluster.database, owner, { coupon })),
  );
  const calls = [...sessions, ...sessions.slice(0, 60)];

  const outcomes = await atOnce(calls.length, clients, (client, door, index) =>
    transition(client, door, 'claim', (calls[index] as CouponSession).session),
  );

  const refused = outcomes.filter((outcome) => outcome === '352' || outcome === 'SESSION_ALREADY_CLAIMED');
  expect(tally(outcomes).success).toBe(200);
  expect(refused).toHaveLength(60);
  expect(await claimedSessions(coupon.id)).toEqual(sessions.map(({ session }) => session).sort());
});

test('when two accounts claim a session at once, only its own account succeeds', async () => {
  const [ours, theirs] = [await cluster.clients(), await cluster.clients()];
  const { session } = await makeSession(cluster.database, ours[0].owner);

  const outcomes = await Promise.all([
    atOnce(40, ours, (client, door) => transition(client, door, 'claim', session)),
    atOnce(40, theirs, (client, door) => transition(client, door, 'claim', session)),
  ]);

  expect(tally(outcomes[0]).success).toBe(1);
  expect(tally(outcomes[1])).toEqual({ 512: 20, SESSION_NOT_FOUND: 20 });
});

/** Returns the sessions in the claim events of a coupon, one entry per event. */
async function claimedSessions(couponId: string): Promise<string[]> {
  const events = await cluster.database.rows<{ session: string }>(
    `SELECT session FROM events WHERE campaign_id = ? AND type = 'coupon_claimed'`,
    [couponId],
  );
  return events.map(({ session }) => session).sort();
}
