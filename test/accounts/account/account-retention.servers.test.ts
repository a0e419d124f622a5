import { expect, test } from 'vitest';
import { pruneRequestsOfAccounts } from '../../../src/accounts/requests/logged-request.ts';
import { daysAgo } from '../../../src/kernel/values/instant.ts';
import { pruningMessagesOfAccounts } from '../../../src/messaging/message/message-retention.ts';
import { pruneDeliveriesOfAccounts } from '../../../src/webhooks/delivery/delivery.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import type { Client, Owner } from '../../support/client.ts';
import { makeDelivery, makeIntegration } from '../../support/make.ts';
import { change, send } from '../../support/make-messages.ts';

const app = useAppWithDatabaseOfItsOwn();

const update = `mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) {
  retention { messagesDays deliveriesDays requestsDays } } }`;

const keep = async (client: Client, retention: object) => {
  const { data, errors } = await client.graphql(update, { input: { retention } });
  return data?.updateAccount.retention ?? errors[0]?.message;
};

test('an account keeps data for fewer days than the installation, never longer', async () => {
  const client = await app.client();
  const usual = { messagesDays: 400, deliveriesDays: 30, requestsDays: 7 };

  expect(await keep(client, {})).toEqual(usual);
  expect(await keep(client, { messagesDays: 10, requestsDays: 2 })).toEqual({
    ...{ messagesDays: 10, deliveriesDays: 30, requestsDays: 2 },
  });
  expect(await keep(client, { messagesDays: 401 })).toContain('is longer than the 400 days of the installation');
  expect((await client.graphql(update, { input: { retention: { requestsDays: 0 } } })).codes).toEqual([
    'INVALID_INPUT',
  ]);
  expect(await keep(client, { messagesDays: null, requestsDays: null })).toEqual(usual);
});

test('what an account keeps shorter goes after its days, and that of another account stays', async () => {
  const { database } = app;
  const [short, long] = [await app.client(), await app.client()];
  await keep(short, { messagesDays: 10, deliveriesDays: 10, requestsDays: 3 });
  for (const { owner } of [short, long]) await grow(owner);
  const [shortLeft, longLeft] = [await countsOf(short.owner), await countsOf(long.owner)];
  expect(shortLeft).toEqual({ messages: 2, deliveries: 1, requests: 1 });

  const pruneMessages = pruningMessagesOfAccounts(400);
  expect(await pruneMessages(database)).toBe(1);
  expect(await pruneMessages(database)).toBe(0);
  expect(await pruneDeliveriesOfAccounts(database, 30)).toBe(1);
  expect(await pruneDeliveriesOfAccounts(database, 30)).toBe(0);
  expect(await pruneRequestsOfAccounts(database, 7)).toBe(1);
  expect(await pruneRequestsOfAccounts(database, 7)).toBe(0);

  expect(await countsOf(short.owner)).toEqual({ messages: 1, deliveries: 0, requests: 0 });
  expect(await countsOf(long.owner)).toEqual(longLeft);
});

/** Makes a message of 9 days, and a message, a delivery and a request of 11, 11 and 4 days. */
async function grow(owner: Owner): Promise<void> {
  const integration = await makeIntegration(app.database, owner);
  const [old = '', fresh = ''] = await send(app.database, integration, ['ada@example.com', 'bob@example.com']);
  await change(app.database, old, { createdAt: daysAgo(11), status: 'SENT', dueAt: null });
  await change(app.database, fresh, { createdAt: daysAgo(9), status: 'SENT', dueAt: null });
  const { delivery } = await makeDelivery(app.database, owner);
  await app.database.transaction(async (transaction) => {
    await transaction.change(`UPDATE webhook_deliveries SET created_at = ?, status = 'DELIVERED' WHERE id = ?`, [
      daysAgo(11),
      delivery.id,
    ]);
    await transaction.change(
      `INSERT INTO logged_requests (account_id, created_at, key_id, method, path, status, milliseconds, request_id)
       VALUES (?, ?, ?, 'POST', '/graphql', 200, 1, 'old')`,
      [owner.account.id, daysAgo(4), owner.keyId],
    );
  });
}

async function countsOf({ account }: Owner): Promise<Record<string, number>> {
  const counts = { messages: 'messages', deliveries: 'webhook_deliveries', requests: 'logged_requests' };
  const of = async ([name, table]: [string, string]) => {
    const old = table === 'logged_requests' ? "AND request_id = 'old'" : '';
    const [row] = await app.database.rows<{ count: number }>(
      `SELECT COUNT(*) AS count FROM ${table} WHERE account_id = ? ${old}`,
      [account.id],
    );
    return [name, Number(row?.count)];
  };
  return Object.fromEntries(await Promise.all(Object.entries(counts).map(of)));
}
