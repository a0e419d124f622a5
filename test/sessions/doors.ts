import type { Client } from '../support/client.ts';
import { numbers, type Operation, type Refusal } from './transition/transition-model.ts';

/** The two APIs that change a session. The tests of a rule run through both. */
export const doors = ['REST', 'GraphQL'] as const;
export type Door = (typeof doors)[number];

type Data = Partial<Record<'customId' | 'moneySpent' | `customField${1 | 2 | 3 | 4 | 5 | 6 | 7}`, string | null>>;

/** A session as either API reports it, in GraphQL names. Absent values are null, dates `yyyy-MM-dd HH:mm:ss`. */
interface TransitionResult {
  /** The REST code, null on success. */
  code: number | null;
  customId: string | null;
  customField1: string | null;
  customField2: string | null;
  moneySpent: string | null;
  startedAt: string | null;
  claimedAt: string | null;
  claimType: string | null;
  validatedAt: string | null;
  lockedAt: string | null;
  voidedAt: string | null;
  expiresAt: string | null;
  expired: boolean;
}

/** Applies an operation to a session, stores data with it, or both. */
export function change(
  door: Door,
  client: Client,
  session: string,
  operation: Operation | null,
  data?: Data,
): Promise<TransitionResult> {
  return door === 'REST' ? byRest(client, session, operation, data) : byGraphQL(client, session, operation, data);
}

async function byRest(
  client: Client,
  session: string,
  operation: Operation | null,
  data: Data = {},
): Promise<TransitionResult> {
  const { moneySpent, ...others } = data;
  const fields = Object.fromEntries(Object.entries(others).map(([name, value]) => [name.toLowerCase(), value ?? '']));
  const { body, codes } = await client.rest('/v3/couponsession/update', {
    couponsession: session,
    ...(operation && { operation }),
    ...fields,
    ...(moneySpent !== undefined && { money_spent: moneySpent ?? '' }),
  });
  const item = body.data ?? {};
  const dates = item.status ?? {};
  return {
    code: codes[0] ?? null,
    customId: item.customid || null,
    customField1: item.customfield1 || null,
    customField2: item.customfield2 || null,
    moneySpent: item.money_spent || null,
    startedAt: dates.start_date_utc || null,
    claimedAt: dates.claim_date_utc || null,
    claimType: dates.claimtype || null,
    validatedAt: dates.validation_date_utc || null,
    lockedAt: dates.locked_date_utc || null,
    voidedAt: dates.voided_date_utc || null,
    expiresAt: dates.expiry_date_utc || null,
    expired: dates.expired === '1',
  };
}

async function byGraphQL(
  client: Client,
  session: string,
  operation: Operation | null,
  data?: Data,
): Promise<TransitionResult> {
  const name = `${operation ?? 'update'}CouponSession`;
  const { data: answer, codes } = await client.graphql(
    `mutation ($session: ID!, $data: CouponSessionData${operation ? '' : '!'}) {
      item: ${name}(input: { session: $session, data: $data }) {
        customId customField1 customField2 moneySpent
        startedAt claimedAt claimType validatedAt lockedAt voidedAt expiresAt expired
      }
    }`,
    { session, data },
  );
  const item = answer?.item ?? {};
  const shown = (value: string | null = null) => value && `${value.slice(0, 10)} ${value.slice(11, 19)}`;
  return {
    ...item,
    code: codes[0] === undefined ? null : (numbers[codes[0] as Refusal] ?? codes[0]),
    startedAt: shown(item.startedAt),
    claimedAt: shown(item.claimedAt),
    claimType: item.claimType?.toLowerCase() ?? null,
    validatedAt: shown(item.validatedAt),
    lockedAt: shown(item.lockedAt),
    voidedAt: shown(item.voidedAt),
    expiresAt: shown(item.expiresAt),
  };
}
