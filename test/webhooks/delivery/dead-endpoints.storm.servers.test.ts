import type { Socket } from 'node:net';
import { expect, inject, test } from 'vitest';
import { useAppWithBackground } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeEndpoint } from '../../support/make.ts';
import { startSilentReceiver } from '../../support/silent-receiver.ts';
import { follow, makeCoupons } from '../webhook-client.ts';

/** Longer than the test takes: what never answers stays under way. */
const app = useAppWithBackground({ timeoutMilliseconds: 600_000 });

const isThorough = inject('isThorough');
/** More than the deliveries that a process has under way for a root account. */
const endpointsOfChild = isThorough ? 100 : 10;

/** Gives a parent's subaccounts endpoints that never answer, and several events for each. */
async function attack(parent: Client): Promise<Set<Socket>> {
  const { url, sockets } = await startSilentReceiver();
  const parents = { parent: parent.owner.account };
  const children = await Promise.all(Array.from({ length: 6 }, () => app.client(parents)));
  for (const { owner } of children)
    for (let number = 0; number < endpointsOfChild; number += 1) await makeEndpoint(app.database, owner, { url });
  for (const child of children) await makeCoupons(child, 'Rye', 'Wheat', 'Spelt');
  return sockets;
}

test("endpoints that never answer, of any number of an account's subaccounts, do not delay another account", async () => {
  const attacker = await app.client();
  const neighbour = await follow(await app.client());
  const sockets = await attack(attacker);
  await expect.poll(() => sockets.size).toBeGreaterThan(isThorough ? 450 : 50);

  await makeCoupons(neighbour.client, 'Bread');
  await expect.poll(() => neighbour.receiver.received.length).toBe(1);

  expect(sockets.size, 'half of what a process sends at once').toBeLessThanOrEqual(512);
});

test('the second attacker and the third leave room too', async () => {
  const neighbour = await follow(await app.client());
  for (const attacker of [await app.client(), await app.client()]) await attack(attacker);

  await makeCoupons(neighbour.client, 'Bread');
  await expect.poll(() => neighbour.receiver.received.length).toBe(1);
});
