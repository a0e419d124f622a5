import { expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { makeCoupon, makeSession } from '../support/make.ts';
import { useTwoServers } from '../support/processes.ts';
import { atOnce, createSession, tally, transition } from './calls.ts';

const cluster = useTwoServers();

test('while a coupon is locked and unlocked, every claim either succeeds or is refused because of the lock', async () => {
  const clients = await cluster.clients();
  const { owner } = clients[0];
  const coupon = await makeCoupon(cluster.database, owner);
  const sessions = await Promise.all(
    Array.from({ length: 160 }, () => makeSession(cluster.database, owner, { coupon })),
  );

  const switching = switchLock(clients, coupon.id, 10);
  const outcomes = await atOnce(160, clients, (client, door, index) =>
    transition(client, door, 'claim', sessions[index]?.session ?? ''),
  );
  await switching;

  const { success = 0, ...others } = tally(outcomes);
  expect(['354', 'COUPON_LOCKED']).toEqual(expect.arrayContaining(Object.keys(others)));
  expect(await count('coupon_sessions', 'coupon_id = ? AND claimed_at IS NOT NULL', coupon.id)).toBe(success);
  expect(await count('events', `campaign_id = ? AND type = 'coupon_claimed'`, coupon.id)).toBe(success);
});

test('after one process has locked a coupon, no process claims its sessions', async () => {
  const clients = await cluster.clients();
  const { owner } = clients[0];
  const coupon = await makeCoupon(cluster.database, owner);
  const sessions = await Promise.all(
    Array.from({ length: 40 }, () => makeSession(cluster.database, owner, { coupon })),
  );

  await switchLock(clients, coupon.id, 1);
  const outcomes = await atOnce(40, clients, (client, door, index) =>
    transition(client, door, 'claim', sessions[index]?.session ?? ''),
  );

  expect(tally(outcomes)).toEqual({ 354: 20, COUPON_LOCKED: 20 });
});

test('when a coupon is deleted while sessions are created, either the deletion or all creations succeed', async () => {
  const clients = await cluster.clients();
  const { owner } = clients[0];
  const coupons = await Promise.all(Array.from({ length: 40 }, () => makeCoupon(cluster.database, owner)));

  const results = await Promise.all(
    coupons.map(async ({ id }, index) => {
      const deletion = index % 2 === 0 ? deleteCoupon(clients[1], id) : undefined;
      const creations = atOnce(4, clients, (client, door) => createSession(client, door, id));
      const deleted = await (deletion ?? deleteCoupon(clients[0], id));
      const outcomes = (await creations).map((outcome) => (typeof outcome === 'string' ? outcome : 'created'));
      return `deletion: ${deleted}, sessions: ${[...new Set(outcomes)].toSorted()}`;
    }),
  );

  const consistent = [
    'deletion: success, sessions: 502,COUPON_NOT_FOUND',
    'deletion: COUPON_HAS_SESSIONS, sessions: created',
  ];
  expect(results.filter((result) => !consistent.includes(result))).toEqual([]);
});

test('the deletion of a voided coupon also deletes sessions that are created at the same time', async () => {
  const clients = await cluster.clients();
  const coupon = await makeCoupon(cluster.database, clients[0].owner, { voided: true });
  for (let index = 0; index < 3; index += 1) await createSession(clients[0], 'rest', coupon.id);

  const [outcomes, deletion] = await Promise.all([
    atOnce(100, clients, (client, door) => createSession(client, door, coupon.id)),
    deleteCoupon(clients[1], coupon.id),
  ]);

  expect(deletion).toBe('success');
  const refused = outcomes.filter((outcome) => typeof outcome === 'string');
  expect(['502', 'COUPON_NOT_FOUND']).toEqual(expect.arrayContaining(refused));
  await expect.poll(() => count('coupons', 'id = ?', coupon.id)).toBe(0);
  expect(await count('coupon_sessions', 'coupon_id = ?', coupon.id)).toBe(0);
});

/** Locks and unlocks the coupon in turn, alternately through both processes. */
async function switchLock(clients: Client[], coupon: string, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const mutation = index % 2 === 0 ? 'lockCoupon' : 'unlockCoupon';
    const client = clients[index % clients.length] as Client;
    const { codes } = await client.graphql(`mutation ($id: ID!) { ${mutation}(input: { id: $id }) { id } }`, {
      id: coupon,
    });
    expect(codes).toEqual([]);
  }
}

async function deleteCoupon(client: Client, id: string): Promise<string> {
  const { codes } = await client.graphql('mutation ($id: ID!) { deleteCoupon(input: { id: $id }) { id } }', { id });
  return codes[0] ?? 'success';
}

async function count(table: string, condition: string, value: string): Promise<number> {
  const rows = await cluster.database.rows(`SELECT 1 FROM ${table} WHERE ${condition}`, [value]);
  return rows.length;
}
