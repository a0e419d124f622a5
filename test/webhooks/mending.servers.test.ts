import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useAppWithBackground } from '../support/app.ts';
import { insertEvents } from '../support/events.ts';
import { Receiver } from '../support/receiver.ts';
import {
  attempts,
  deliveriesOf,
  endpointOf,
  type Followed,
  follow,
  makeCoupons,
  untilDelivered,
} from './webhook-client.ts';

const app = useAppWithBackground();
const retry = `mutation ($id: ID!) { retryWebhookDelivery(input: { id: $id }) { id status nextAttemptAt } }`;
const recover = `mutation ($input: RecoverWebhookEndpointInput!) { recoverWebhookEndpoint(input: $input) {
  endpoint { enabled disabledReason failingSince } job { id status } } }`;
const testing = `mutation ($id: ID!) { testWebhookEndpoint(input: { id: $id }) {
  delivered attempt { at milliseconds status response error } } }`;

function setEnabled({ client, endpoint }: Followed, enabled: boolean) {
  return client.graphql(
    'mutation ($id: ID!, $enabled: Boolean) { updateWebhookEndpoint(input: { id: $id, enabled: $enabled }) { enabled } }',
    { id: endpoint, enabled },
  );
}

test('a test sends a signed payload at once and returns the response', async () => {
  const { client, receiver, endpoint } = await follow(await app.client());
  receiver.answers = [(response) => response.writeHead(200).end('got it')];

  const { data } = await client.graphql(testing, { id: endpoint });

  expect(data.testWebhookEndpoint).toEqual({
    delivered: true,
    attempt: { at: expect.any(String), milliseconds: expect.any(Number), status: 200, response: 'got it', error: null },
  });
  expect(receiver.received.map(({ payload }) => payload)).toEqual([
    {
      ...{ id: receiver.ids[0], type: 'webhook_test', datetime: expect.stringMatching(/^[\d-]{10} [\d:]{8}$/) },
      ...{ kind: 'TEST', account: client.owner.account.id, record: { message: 'This is a test.' } },
    },
  ]);
  expect(await deliveriesOf(client)).toEqual([]);
});

test('a failed test returns the reason', async () => {
  const { client, receiver, endpoint } = await follow(await app.client());
  receiver.answers = [404];

  const { data } = await client.graphql(testing, { id: endpoint });

  expect(data.testWebhookEndpoint).toMatchObject({
    delivered: false,
    attempt: { status: 404, error: 'The endpoint responded with the status 404.' },
  });
});

test.for(['FAILED', 'DELIVERED', 'PENDING'])('a %s delivery can be retried on request', async (status) => {
  const followed = await follow(await app.client());
  followed.receiver.answers = [status === 'DELIVERED' ? 200 : 500, 200];
  await makeCoupons(followed.client, 'Bread');
  const { id } = await attempts(followed, 1);
  if (status === 'FAILED')
    await app.database.transaction((transaction) =>
      transaction.change(`UPDATE webhook_deliveries SET status = 'FAILED', due_at = NULL WHERE id = ?`, [id]),
    );

  const { data } = await followed.client.graphql(retry, { id });

  expect(data.retryWebhookDelivery).toEqual({ id, status: 'PENDING', nextAttemptAt: expect.any(String) });
  expect(await attempts(followed, 2)).toMatchObject({ status: 'DELIVERED' });
  expect(followed.receiver.ids).toHaveLength(1);
});

test('a disabled endpoint accepts no retry', async () => {
  const followed = await follow(await app.client());
  await makeCoupons(followed.client, 'Bread');
  const { id } = await attempts(followed, 1);
  await setEnabled(followed, false);

  expect((await followed.client.graphql(retry, { id })).codes).toEqual(['WEBHOOK_ENDPOINT_DISABLED']);
});

test('recovery enables an endpoint and sends only what failed or what the endpoint missed', async () => {
  const client = await app.client();
  const control = await follow(client);
  const followed = await follow(client);
  const { receiver, endpoint } = followed;
  const [, since] = [await makeCoupons(client, 'Delivered'), new Date().toISOString()];
  await untilDelivered(followed, 1);
  receiver.answers = [410, 200];
  await makeCoupons(client, 'Refused');
  await expect.poll(async () => (await endpointOf(followed)).enabled).toBe(false);
  await makeCoupons(client, 'Missed', 'Missed too');
  await untilDelivered(control, 4);

  const { data } = await client.graphql(recover, { input: { id: endpoint, since } });

  expect(data.recoverWebhookEndpoint).toEqual({
    endpoint: { enabled: true, disabledReason: null, failingSince: null },
    job: { id: expect.stringMatching(/^job_/), status: 'QUEUED' },
  });
  await untilDelivered(followed, 4);
  const names = receiver.received.map(({ payload }) => payload.record.name);
  expect(names.slice(0, 2)).toEqual(['Delivered', 'Refused']);
  expect(names.slice(2).sort()).toEqual(['Missed', 'Missed too', 'Refused']);
  const job = await client.graphql('query ($id: ID!) { job(id: $id) { status created } }', {
    id: data.recoverWebhookEndpoint.job.id,
  });
  expect(job.data.job.created).toBe(3);
});

test('recovery covers only the given time and the events that the endpoint subscribes to', async () => {
  const client = await app.client();
  const followed = await follow(client, { types: ['coupon_created'] });
  const control = await follow(client);
  await setEnabled(followed, false);
  const [early] = await makeCoupons(client, 'Too early');
  await new Promise((resolve) => setTimeout(resolve, 5));
  const since = new Date().toISOString();
  await makeCoupons(client, 'Missed');
  await client.graphql('mutation ($id: ID!) { lockCoupon(input: { id: $id }) { id } }', { id: early });
  const until = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await makeCoupons(client, 'Too late');
  await untilDelivered(control, 4);

  await client.graphql(recover, { input: { id: followed.endpoint, since, until } });

  await untilDelivered(followed, 1);
  expect(followed.receiver.received.map(({ payload }) => payload.record.name)).toEqual(['Missed']);
});

test('a repeated recovery sends nothing twice', async () => {
  const client = await app.client();
  const followed = await follow(client);
  const control = await follow(client);
  const since = new Date().toISOString();
  await setEnabled(followed, false);
  await makeCoupons(client, 'One', 'Two');
  await untilDelivered(control, 2);

  await Promise.all([1, 2].map(() => client.graphql(recover, { input: { id: followed.endpoint, since } })));
  await untilDelivered(followed, 2);
  await client.graphql(recover, { input: { id: followed.endpoint, since } });
  await makeCoupons(client, 'Three');
  await untilDelivered(followed, 3);

  expect(followed.receiver.received).toHaveLength(3);
});

test('waiting deliveries continue when a disabled endpoint is enabled', async () => {
  const followed = await follow(await app.client());
  followed.receiver.answers = [500, 200];
  await makeCoupons(followed.client, 'Bread');
  const { id } = await attempts(followed, 1);
  await setEnabled(followed, false);
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE webhook_deliveries SET due_at = created_at WHERE id = ?', [id]),
  );

  await setEnabled(followed, true);
  await untilDelivered(followed, 1);
});

test('recovery refuses a period that ends before it begins', async () => {
  const { client, endpoint } = await follow(await app.client());
  const input = { id: endpoint, since: '2026-02-02T00:00:00Z', until: '2026-02-01T00:00:00Z' };

  const { errors } = await client.graphql(recover, { input });
  expect(errors.map(({ extensions }) => [extensions.code, extensions.field])).toEqual([['INVALID_INPUT', 'until']]);
});

test('deliveries can be filtered by endpoint, status and event', async () => {
  const client = await app.client();
  const good = await follow(client);
  const bad = await follow(client);
  bad.receiver.answers = [410];
  await makeCoupons(client, 'Bread');
  await untilDelivered(good, 1);
  await attempts(bad, 1);
  const [event] = good.receiver.ids;

  const found = async (filter: object) =>
    (await deliveriesOf(client, filter)).map(({ endpoint }) => (endpoint.id === good.endpoint ? 'good' : 'bad')).sort();
  expect(await found({})).toEqual(['bad', 'good']);
  expect(await found({ endpoint: good.endpoint })).toEqual(['good']);
  expect(await found({ status: 'FAILED' })).toEqual(['bad']);
  expect(await found({ event })).toEqual(['bad', 'good']);
  expect(await found({ event, status: 'DELIVERED', endpoint: bad.endpoint })).toEqual([]);
  expect(await deliveriesOf(await app.client(), { event })).toEqual([]);
});

test('deliveries are listed newest first, page by page', async () => {
  const client = await app.client();
  const one = await follow(client);
  const other = await follow(client, {}, await Receiver.start());
  other.receiver.answers = [500];
  await makeCoupons(client, 'One', 'Two', 'Three', 'Four');
  await untilDelivered(one, 4);

  const all = (await deliveriesOf(client)).map(({ id }) => id);
  const pages: string[] = [];
  let after: string | null = null;
  do {
    const { data } = await client.graphql(
      `query ($after: String) { webhookDeliveries(first: 2, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }`,
      { after },
    );
    pages.push(...data.webhookDeliveries.nodes.map(({ id }: { id: string }) => id));
    after = data.webhookDeliveries.pageInfo.hasNextPage ? data.webhookDeliveries.pageInfo.endCursor : null;
  } while (after);

  expect(pages).toEqual(all);
  expect(all).toHaveLength(8);
});

test('a deleted endpoint is removed with its deliveries', async () => {
  const followed = await follow(await app.client());
  await makeCoupons(followed.client, 'Bread', 'Cake');
  await untilDelivered(followed, 2);

  await followed.client.graphql('mutation ($id: ID!) { deleteWebhookEndpoint(input: { id: $id }) { id } }', {
    id: followed.endpoint,
  });
  await makeCoupons(followed.client, 'Roll');

  expect(await deliveriesOf(followed.client)).toEqual([]);
  const rows = (table: string, column: string) =>
    app.database.rows(`SELECT 1 FROM ${table} WHERE ${column} = ?`, [followed.endpoint]);
  await expect.poll(() => rows('webhook_endpoints', 'id')).toEqual([]);
  expect(await rows('webhook_deliveries', 'endpoint_id')).toEqual([]);
  expect(followed.receiver.received).toHaveLength(2);
});

test('a retry at a FIFO endpoint does not resend the event under way', async () => {
  const followed = await follow(await app.client(), { fifo: true });
  const { client, receiver } = followed;
  await makeCoupons(client, 'Bread');
  await untilDelivered(followed, 1);
  const [{ id, eventId }] = await deliveriesOf(client);
  const held = Promise.withResolvers<ServerResponse>();
  receiver.answers = [(response) => held.resolve(response), 200];
  await app.database.transaction((transaction) => insertEvents(transaction, client.owner, 3));
  const response = await held.promise;

  await client.graphql(retry, { id });
  const arrived = () => receiver.received.map(({ headers }) => headers['webhook-id']);
  await expect.poll(() => arrived().filter((one) => one === eventId).length).toBe(2);
  await sleep(300);
  response.writeHead(200).end();
  await untilDelivered(followed, 4);

  expect(arrived()).toHaveLength(5);
});
