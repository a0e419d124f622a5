import { expect } from 'vitest';
import type { Database } from '../../src/kernel/database/database.ts';
import { type Instant, toInstant } from '../../src/kernel/values/instant.ts';
import type { Client } from '../support/client.ts';
import { Receiver } from '../support/receiver.ts';

const hour = 3600 * 1000;
export const day = 24 * hour;

export interface Followed {
  client: Client;
  receiver: Receiver;
  endpoint: string;
}

/** A receiver, with an endpoint of the account that points to it. */
export async function follow(client: Client, settings: object = {}, receiver?: Receiver): Promise<Followed> {
  const started = receiver ?? (await Receiver.start());
  const { data, errors } = await client.graphql(
    `mutation ($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { secret endpoint { id } } }`,
    { input: { url: started.url, ...settings } },
  );
  expect(errors).toEqual([]);
  started.secret = data.createWebhookEndpoint.secret;
  return { client, receiver: started, endpoint: data.createWebhookEndpoint.endpoint.id };
}

/** Creates a coupon, and thereby an event, for each name and returns the ids. */
export async function makeCoupons(client: Client, ...names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const { data, errors } = await client.graphql(
      'mutation ($name: String!) { createCoupon(input: { name: $name }) { id } }',
      { name },
    );
    expect(errors).toEqual([]);
    ids.push(data.createCoupon.id);
  }
  return ids;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
export async function deliveriesOf(client: Client, filter: object = {}): Promise<any[]> {
  const { data, errors } = await client.graphql(
    `query ($filter: WebhookDeliveryFilter) { webhookDeliveries(filter: $filter) { nodes {
      id eventId status createdAt nextAttemptAt finishedAt endpoint { id }
      attempts { at milliseconds status response error }
    } } }`,
    { filter },
  );
  expect(errors).toEqual([]);
  return data.webhookDeliveries.nodes;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
export async function endpointOf({ client, endpoint }: Followed): Promise<any> {
  const { data } = await client.graphql(
    'query ($id: ID!) { webhookEndpoint(id: $id) { enabled disabledReason failingSince previousSecretUntil } }',
    { id: endpoint },
  );
  return data.webhookEndpoint;
}

/** Waits until every delivery to the endpoint has had this number of attempts. */
export async function attempts({ client, endpoint }: Followed, amount: number) {
  await expect
    .poll(async () => (await deliveriesOf(client, { endpoint })).map((one) => one.attempts.length))
    .toEqual([amount]);
  const [delivery] = await deliveriesOf(client, { endpoint });
  return delivery;
}

export async function untilDelivered({ client, endpoint }: Followed, amount: number): Promise<void> {
  const filter = { endpoint, status: 'DELIVERED' };
  await expect.poll(async () => (await deliveriesOf(client, filter)).length).toBe(amount);
}

/** Makes the times of an endpoint earlier, as if this time had passed. */
export async function letPass(database: Database, endpoint: string, milliseconds: number): Promise<void> {
  const earlier = (at: Instant | null) =>
    at && toInstant(new Date(new Date(`${at.replace(' ', 'T')}Z`).getTime() - milliseconds));
  await database.transaction(async (transaction) => {
    const rows = await transaction.rows<{ id: string; dueAt: Instant }>(
      'SELECT d.id AS id, d.due_at AS dueAt FROM webhook_deliveries d WHERE d.endpoint_id = ? AND d.due_at IS NOT NULL',
      [endpoint],
    );
    for (const { id, dueAt } of rows)
      await transaction.change('UPDATE webhook_deliveries SET due_at = ? WHERE id = ?', [earlier(dueAt), id]);
    const [found] = await transaction.rows<Record<string, Instant | null>>(
      `SELECT w.next_due_at AS nextDueAt, w.failing_since AS failingSince, w.previous_secret_until AS previousSecretUntil
       FROM webhook_endpoints w WHERE w.id = ?`,
      [endpoint],
    );
    await transaction.change(
      'UPDATE webhook_endpoints SET next_due_at = ?, failing_since = ?, previous_secret_until = ? WHERE id = ?',
      [
        earlier(found?.nextDueAt ?? null),
        earlier(found?.failingSince ?? null),
        earlier(found?.previousSecretUntil ?? null),
        endpoint,
      ],
    );
    transaction.signal('deliveries');
  });
}
