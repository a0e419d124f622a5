import type { Client } from '../support/client.ts';

export type Outcome = 'success' | 'refused' | string;

/** Sends all calls at once: even ones by REST, odd ones by GraphQL, and in turn two to each process. */
export function atOnce<Result>(
  amount: number,
  clients: [Client, Client],
  send: (client: Client, door: 'rest' | 'graphql', index: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(
    Array.from({ length: amount }, (_, index) => {
      const client = index % 4 < 2 ? clients[0] : clients[1];
      return send(client, index % 2 === 0 ? 'rest' : 'graphql', index);
    }),
  );
}

/** Calls an operation on a session, and returns `success` or the codes of the refusal. */
export async function transition(
  client: Client,
  door: 'rest' | 'graphql',
  operation: string,
  session: string,
): Promise<Outcome> {
  if (door === 'rest') {
    const { status, codes } = await client.rest('/v3/couponsession/update', { couponsession: session, operation });
    return status === 200 ? 'success' : codes.join();
  }
  const { data, codes } = await client.graphql(
    `mutation ($session: ID!) { done: ${operation}CouponSession(input: { session: $session }) { session } }`,
    { session },
  );
  return data?.done.session === session ? 'success' : codes.join();
}

/** Returns the number of occurrences of each value. */
export function tally(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

export interface Created {
  session: string;
  sequence: number;
  code: string;
  duplicate: boolean;
}

/** Creates a session, and returns it or the codes of the refusal. */
export async function createSession(
  client: Client,
  door: 'rest' | 'graphql',
  coupon: string,
  { email, autovalcode }: { email?: string; autovalcode?: '6digits' } = {},
): Promise<Created | string> {
  if (door === 'rest') {
    const fields = { campaign: coupon, email, autovalcode, ...(email && { duplicate_check: 'email' }) };
    const { status, body, codes } = await client.rest('/v3/singleuse/create', fields);
    if (status !== 200) return codes.join();
    const { single_use_code: session, sequence_id: sequence, custom_validation_code: code, duplicate_found } = body;
    return { session, sequence, code, duplicate: duplicate_found === true };
  }
  const { data, codes } = await client.graphql(
    `mutation ($input: CreateSingleUseUrlInput!) {
      created: createSingleUseUrl(input: $input) { duplicate session { session sequenceId customValidationCode } }
    }`,
    {
      input: {
        coupon,
        ...(email && { email, duplicateCheck: 'EMAIL' }),
        ...(autovalcode && { autoValCode: 'DIGITS_6' }),
      },
    },
  );
  if (!data) return codes.join();
  const { duplicate, session } = data.created;
  return {
    session: session.session,
    sequence: Number(session.sequenceId),
    code: session.customValidationCode,
    duplicate,
  };
}

/** Returns the outcomes as created sessions, and throws if one is a refusal. */
export function created(outcomes: readonly (Created | string)[]): Created[] {
  return outcomes.map((outcome) => {
    if (typeof outcome === 'string') throw new Error(`a session was not created: ${outcome}`);
    return outcome;
  });
}
