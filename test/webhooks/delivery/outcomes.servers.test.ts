import { expect, test } from 'vitest';
import { findRow } from '../../../src/kernel/database/rows.ts';
import { now } from '../../../src/kernel/values/instant.ts';
import { webhookDeliveries } from '../../../src/webhooks/delivery/delivery.ts';
import { type Claimed, claimDeliveries } from '../../../src/webhooks/delivery/delivery-claims.ts';
import { settle } from '../../../src/webhooks/delivery/delivery-worker.ts';
import { addDeliveries, type FannedEvent } from '../../../src/webhooks/delivery/fan-out.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { eventsOf, sequence } from '../../support/events.ts';
import { roomFor } from '../../support/room.ts';
import { follow, makeCoupons } from '../webhook-client.ts';

const app = useAppWithDatabaseOfItsOwn();

/** Returns a claimed delivery, which this process has to attempt. */
async function claimed(): Promise<Claimed> {
  const client = await app.client();
  const { account } = client.owner;
  const { endpoint } = await follow(client);
  await makeCoupons(client, 'Bread');
  await sequence(app.database, account);
  const events = (await eventsOf(app.database, { accountId: account.id })) as unknown as FannedEvent[];
  await app.database.transaction((transaction) =>
    addDeliveries(transaction, [{ endpoint: { id: endpoint, accountId: account.id }, events: events.slice(-1) }]),
  );
  const [turn] = await claimDeliveries(app.database, roomFor(8));
  const [item] = turn?.items ?? [];
  if (!item) throw new Error('nothing was claimed');
  return item;
}

const stored = ({ delivery: { number } }: Claimed) => findRow(app.database, webhookDeliveries, { number });

test('an outcome that is recorded twice counts once', async () => {
  const item = await claimed();
  const verdict = { at: now(), milliseconds: 5, status: 500, response: '', error: 'It failed.', retryAfter: null };

  await settle(app.database, [{ item, verdict }]);
  const once = await stored(item);
  await settle(app.database, [{ item, verdict }]);

  expect(once).toMatchObject({ status: 'PENDING', failures: 1 });
  expect(await stored(item)).toEqual(once);
});

test('a released delivery is due at once, and its release does not count as an attempt', async () => {
  const item = await claimed();

  await settle(app.database, [{ item, verdict: 'RELEASED' }]);

  expect(await stored(item)).toMatchObject({ status: 'PENDING', failures: 0, dueAt: item.delivery.createdAt });
  const [again] = await claimDeliveries(app.database, roomFor(8));
  expect(again?.items.map(({ delivery }) => delivery.id)).toEqual([item.delivery.id]);
});
