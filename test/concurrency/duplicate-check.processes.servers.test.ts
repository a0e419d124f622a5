import { expect, test } from 'vitest';
import { makeCoupon } from '../support/make.ts';
import { useTwoServers } from '../support/processes.ts';
import { atOnce, created, createSession } from './calls.ts';

const cluster = useTwoServers();

test('of 240 simultaneous creations for one email address, one makes a session and the others return it', async () => {
  const clients = await cluster.clients();
  const coupon = await makeCoupon(cluster.database, clients[0].owner);

  const outcomes = await atOnce(240, clients, (client, door, index) =>
    createSession(client, door, coupon.id, { email: index % 3 === 0 ? 'ADA@example.com' : 'ada@example.com' }),
  );

  const sessions = created(outcomes);
  expect(new Set(sessions.map(({ session }) => session)).size).toBe(1);
  expect(sessions.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
  expect(await rowsOf('coupon_sessions', 'coupon_id', coupon.id)).toBe(1);
  expect(await rowsOf('events', 'campaign_id', coupon.id)).toBe(1);
});

test('simultaneous creations for many addresses make one session for each', async () => {
  const clients = await cluster.clients();
  const coupon = await makeCoupon(cluster.database, clients[0].owner);

  const outcomes = await atOnce(200, clients, (client, door, index) =>
    createSession(client, door, coupon.id, { email: `customer${index % 20}@example.com` }),
  );

  const sessions = created(outcomes);
  expect(new Set(sessions.map(({ session }) => session)).size).toBe(20);
  expect(sessions.filter(({ duplicate }) => !duplicate)).toHaveLength(20);
  expect(await rowsOf('coupon_sessions', 'coupon_id', coupon.id)).toBe(20);
});

async function rowsOf(table: string, column: string, value: string): Promise<number> {
  const rows = await cluster.database.rows(`SELECT 1 FROM ${table} WHERE ${column} = ?`, [value]);
  return rows.length;
}
