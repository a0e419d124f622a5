import { expect, test } from 'vitest';
import { useAppWithBackground } from '../../support/app.ts';
import { makeIntegration } from '../../support/make.ts';
import { send, statusesOf } from '../../support/make-messages.ts';
import { personOf } from '../../support/make-people.ts';
import { follow, makeCoupons } from '../../webhooks/webhook-client.ts';

const app = useAppWithBackground();

const close = 'mutation ($input: CloseAccountInput!) { closeAccount(input: $input) { id } }';
const reopen = 'mutation ($input: ReopenAccountInput!) { reopenAccount(input: $input) { id } }';
const whoami = '{ viewer { account { id } } }';

test('messages, deliveries and people wait while their account is closed, and those of others do not', async () => {
  const { database } = app;
  const parent = await app.client();
  const child = await app.client({ parent: parent.owner.account });
  const other = await app.client();
  const { id, name } = child.owner.account;
  const person = await personOf(app, child.owner);
  const ofParent = await follow(parent, { includeSubaccounts: true, types: ['coupon_created'] });
  const ofChild = await follow(child, { types: ['coupon_created'] });
  const [closed, open] = [await makeIntegration(database, child.owner), await makeIntegration(database, other.owner)];
  expect((await person.graphql(whoami)).data.viewer.account.id).toBe(id);

  await makeCoupons(child, 'Bread');
  await expect.poll(() => ofChild.receiver.received.length).toBe(1);
  ofChild.receiver.answers = [500, 200];
  await makeCoupons(child, 'Cake');
  await expect.poll(() => ofChild.receiver.received.length).toBe(2);
  expect((await parent.graphql(close, { input: { account: id, name } })).errors).toEqual([]);

  // The delivery is due again at once, and so is a message.
  await database.transaction(async (transaction) => {
    const at = '2001-01-01 00:00:00.000';
    await transaction.change(`UPDATE webhook_deliveries SET due_at = ? WHERE account_id = ? AND status = 'PENDING'`, [
      at,
      id,
    ]);
    await transaction.change('UPDATE webhook_endpoints SET next_due_at = ? WHERE account_id = ?', [at, id]);
  });
  await send(database, closed, ['ada@example.com']);
  await send(database, open, ['ada@example.com']);
  await expect.poll(() => statusesOf(database, open)).toEqual({ SENT: 1 });
  await makeCoupons(parent, 'Tart');
  await expect.poll(() => ofParent.receiver.received.length).toBe(3);
  expect(await statusesOf(database, closed)).toEqual({ QUEUED: 1 });
  expect(ofChild.receiver.received.length).toBe(2);
  expect((await person.graphql(whoami)).codes).toEqual(['UNAUTHENTICATED']);

  expect((await parent.graphql(reopen, { input: { account: id } })).errors).toEqual([]);
  await expect.poll(() => statusesOf(database, closed)).toEqual({ SENT: 1 });
  await expect.poll(() => ofChild.receiver.received.length).toBe(3);
  expect((await person.graphql(whoami)).data.viewer.account.id).toBe(id);
});

test('the first account of the installation cannot be closed', async () => {
  const [{ id = '', name = '' } = {}] = await app.database.rows<{ id: string; name: string }>(
    'SELECT a.id AS id, a.name AS name FROM accounts a ORDER BY a.created_at, a.id LIMIT 1',
  );
  const first = await app.client({ account: { id } as never });

  expect((await first.graphql(close, { input: { name } })).codes).toEqual(['FIRST_ACCOUNT']);
});
