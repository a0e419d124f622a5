import { expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { makeCoupon } from '../support/make.ts';
import { useTwoServers } from '../support/processes.ts';
import { atOnce, created, createSession } from './calls.ts';

const cluster = useTwoServers();

test('sequence ids and generated validation codes are unique across both processes', async () => {
  const clients = await cluster.clients();
  const coupon = await makeCoupon(cluster.database, clients[0].owner);

  const sessions = created(
    await atOnce(300, clients, (client, door) => createSession(client, door, coupon.id, { autovalcode: '6digits' })),
  );

  for (const property of ['session', 'sequence', 'code'] as const) {
    expect(new Set(sessions.map((session) => session[property])).size, property).toBe(300);
  }
  for (const { code } of sessions) expect(code).toMatch(/^\d{6}$/);
});

test('a session that is created after the response for another has a higher sequence id, in either process', async () => {
  const clients = await cluster.clients();
  const coupon = await makeCoupon(cluster.database, clients[0].owner);
  const inTurn = async (door: 'rest' | 'graphql') => {
    const sequences: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const client = clients[round % 2] as Client;
      const [session] = created([await createSession(client, door, coupon.id)]);
      sequences.push(session?.sequence ?? 0);
    }
    return sequences;
  };

  const [byRest, byGraphQL] = await Promise.all([inTurn('rest'), inTurn('graphql')]);

  expect(byRest).toEqual(byRest.toSorted((one, other) => one - other));
  expect(byGraphQL).toEqual(byGraphQL.toSorted((one, other) => one - other));
});
