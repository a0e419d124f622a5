import { expect, inject, test } from 'vitest';
import { insertRows } from '../../../src/kernel/database/rows.ts';
import { Lanes, Room } from '../../../src/kernel/leased-queue/lanes.ts';
import { daysAgo, now } from '../../../src/kernel/values/instant.ts';
import { claimDeliveries } from '../../../src/webhooks/delivery/delivery-claims.ts';
import { addDeliveries, type FannedEvent, scheduleEndpoints } from '../../../src/webhooks/delivery/fan-out.ts';
import { blankEndpoint, webhookEndpoints } from '../../../src/webhooks/endpoint/endpoint.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { eventsOf, sequence } from '../../support/events.ts';
import { makeAccount, makeEndpoint } from '../../support/make.ts';
import { follow, makeCoupons } from '../webhook-client.ts';

const app = useAppWithDatabaseOfItsOwn();
const limits = { inAll: 1024, first: 8, max: 128, min: 2 };

test('thousands of due endpoints of an account that has its share under way do not hide those of others', async () => {
  const { account: attacker } = await makeAccount(app.database);
  for (let child = 0; child < 12; child += 1) {
    const { account } = await makeAccount(app.database, { parent: attacker });
    const rows = Array.from({ length: 100 }, () => ({ ...blankEndpoint(account.id, ''), nextDueAt: daysAgo(1) }));
    await app.database.transaction((transaction) => insertRows(transaction, webhookEndpoints, rows));
  }
  const neighbour = await app.client();
  const { endpoint } = await follow(neighbour);
  await makeCoupons(neighbour, 'Bread');
  const { account } = neighbour.owner;
  await sequence(app.database, account);
  const events = (await eventsOf(app.database, { accountId: account.id })) as unknown as FannedEvent[];
  await app.database.transaction((transaction) =>
    addDeliveries(transaction, [{ endpoint: { id: endpoint, accountId: account.id }, events: events.slice(-1) }]),
  );
  const lanes = new Lanes(limits);
  lanes.enter({ id: 'of the attacker', accountId: attacker.id, group: attacker.id }, limits.inAll / 2);

  const batches = await claimDeliveries(app.database, new Room(lanes));

  expect(batches.map(({ lane }) => lane)).toEqual([endpoint]);
});

test.skipIf(inject('engine') === 'sqlite')(
  'nobody claims deliveries of a due endpoint while further ones are not committed: the claim would not see them',
  async () => {
    const { id } = (await makeEndpoint(app.database, await makeAccount(app.database))).endpoint;
    await app.database.transaction(({ change }) =>
      change('UPDATE webhook_endpoints SET next_due_at = ? WHERE id = ?', [daysAgo(1), id]),
    );
    const claimable = () =>
      app.database.transaction(({ rows, dialect }) =>
        rows(`SELECT id FROM webhook_endpoints WHERE id = ? ${dialect.forUpdateSkipLocked}`, [id]),
      );

    await app.database.transaction(async (transaction) => {
      await scheduleEndpoints(transaction, [id], now());
      expect(await claimable()).toEqual([]);
    });

    expect(await claimable()).toEqual([{ id }]);
  },
);
