import { expect } from 'vitest';
import type { Client } from '../support/client.ts';
import type { Received } from '../support/receiver.ts';
import { type Followed, follow } from '../webhooks/webhook-client.ts';

/** Times and ids on the wire (legacy wire, section 4). */
export const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
export const eventId = expect.stringMatching(/^evt_[0-9a-z]{20}$/);

/** Follows the events of an account in their order, with a receiver that verifies both signatures. */
export async function followInOrder(
  client: Client,
): Promise<Followed & { payloads: (amount: number) => Promise<Payload[]> }> {
  const followed = await follow(client, { fifo: true, hmacSecret: client.owner.secret });
  const { receiver } = followed;
  receiver.hmacSecret = client.owner.secret;
  const payloads = async (amount: number) => {
    await expect.poll(() => [receiver.refused, receiver.received.length]).toEqual([[], amount]);
    return receiver.received.map(parsed);
  };
  return { ...followed, payloads };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into payloads of any shape
type Payload = Record<string, any>;

function parsed({ body, payload }: Received): Payload {
  expect(JSON.stringify(payload), 'the text over which receivers compute x-hmac').toBe(body);
  return payload;
}

/** Runs a mutation and returns its result. */
export async function mutated(client: Client, mutation: string, input: object, type = mutation): Promise<Payload> {
  const { data, errors } = await client.graphql(
    `mutation ($input: ${type[0]?.toUpperCase()}${type.slice(1)}Input!) { result: ${mutation}(input: $input) ${selected[mutation] ?? '{ id }'} }`,
    { input },
  );
  expect(errors).toEqual([]);
  return data.result;
}

const ofSession = '{ session }';

/** What the mutations return, where it is not an `id`. */
const selected: Record<string, string> = {
  createLoyaltyUser: '{ id: userId }',
  addStamps: '{ id: userId }',
  createSingleUseUrl: '{ session { session } }',
  createSingleUseUrls: '{ sessions { session } }',
  createDirectoryUser: '{ user { id } }',
  sendCouponEmail: '{ message { id } }',
  ...Object.fromEntries(
    ['update', 'claim', 'validate', 'unvalidate', 'lock', 'unlock', 'void', 'unvoid', 'activate', 'delete'].map(
      (verb) => [`${verb}CouponSession`, ofSession],
    ),
  ),
};
