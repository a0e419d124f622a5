import { expect, test } from 'vitest';
import { beginNextRemoval } from '../../../src/accounts/closing/account-removal.ts';
import { daysAgo } from '../../../src/kernel/values/instant.ts';
import { useAppWithBackground } from '../../support/app.ts';
import { makeDue } from '../../support/jobs.ts';
import { deliveriesOf, follow, makeCoupons } from '../../webhooks/webhook-client.ts';

const app = useAppWithBackground();

test('a parent gets the removal of a subaccount, and no pending event of the subaccount any more', async () => {
  const { database } = app;
  const parent = await app.client();
  const child = await app.client({ parent: parent.owner.account });
  const { id, name } = child.owner.account;
  const ofAll = await follow(parent, { includeSubaccounts: true, types: ['coupon_created', 'subaccount_removed'] });
  const ofParent = await follow(parent, { includeSubaccounts: false, types: ['coupon_created', 'subaccount_removed'] });
  ofAll.receiver.answers = [500, 200];
  await makeCoupons(child, 'Rye');
  await expect.poll(() => ofAll.receiver.received.length).toBe(1);
  const [pending] = await deliveriesOf(parent);
  expect(pending.status).toBe('PENDING');

  await parent.graphql('mutation ($input: CloseAccountInput!) { closeAccount(input: $input) { id } }', {
    input: { account: id, name },
  });
  await database.transaction((transaction) =>
    transaction.change('UPDATE accounts SET closed_at = ? WHERE id = ?', [daysAgo(31), id]),
  );
  expect(await beginNextRemoval(database, 30)).toBe(1);
  const received = async () => {
    await makeDue(database);
    return ofAll.receiver.received.length;
  };
  await expect.poll(received).toBe(2);
  const notified = JSON.parse(ofAll.receiver.received[1]?.body ?? '');
  expect(JSON.stringify(notified)).toContain(id);

  await database.transaction(async (transaction) => {
    const past = daysAgo(1);
    await transaction.change(`UPDATE webhook_deliveries SET due_at = ? WHERE id = ?`, [past, pending.id]);
    await transaction.change('UPDATE webhook_endpoints SET next_due_at = ? WHERE id = ?', [past, ofAll.endpoint]);
    transaction.signal('deliveries');
  });
  const statuses = async () =>
    Object.fromEntries((await deliveriesOf(parent)).map((delivery) => [delivery.id, delivery.status]));
  await expect.poll(statuses).toMatchObject({ [pending.id]: 'FAILED' });
  const [failed] = (await deliveriesOf(parent)).filter((delivery) => delivery.id === pending.id);
  expect(failed.attempts.at(-1).error).toBe('The event is no longer kept.');
  await makeCoupons(parent, 'Spelt');
  await expect.poll(() => ofParent.receiver.received.length).toBe(1);
  expect(ofAll.receiver.received.length).toBe(3);
});
