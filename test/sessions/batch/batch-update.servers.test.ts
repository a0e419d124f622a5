import { expect, test } from 'vitest';
import type { Coupon } from '../../../src/coupons/coupon/coupon.ts';
import type { Stored } from '../../../src/kernel/database/columns.ts';
import { findRows } from '../../../src/kernel/database/rows.ts';
import { couponSessions } from '../../../src/sessions/session/session.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventsOf, eventTypesOf } from '../../support/events.ts';
import { makeCoupon, makeSessions, type SessionPast } from '../../support/make.ts';
import { type Door, doors } from '../doors.ts';
import {
  combinations,
  couponFacts,
  numbers,
  type Refusal,
  refusalOf,
  type SessionState,
  sessionFacts,
} from '../transition/transition-model.ts';

const app = useApp();
const past = '2020-02-03 04:05:06.789';
const operations = ['void', 'unvoid', 'lock', 'unlock', 'claim', 'activate'] as const;
type Operation = (typeof operations)[number];

interface Batch {
  start?: number | undefined;
  end?: number | undefined;
  operation?: Operation;
  data?: Record<`customField${number}`, string | null>;
}

/** The number of updated sessions, or the code of each refusal with the number of sessions that it concerns. */
type TransitionResult = number | [code: number, count: number][];

function update(door: Door, client: Client, coupon: string, batch: Batch): Promise<TransitionResult> {
  return door === 'REST' ? byRest(client, coupon, batch) : byGraphQL(client, coupon, batch);
}

async function byRest(
  client: Client,
  campaign: string,
  { start, end, operation, data = {} }: Batch,
): Promise<TransitionResult> {
  const fields = Object.entries(data).map(([name, value]) => [name.toLowerCase(), value ?? '']);
  const { body, codes } = await client.rest('/v3/batch/update', {
    ...{ campaign, startsequence: start, endsequence: end, operation },
    ...Object.fromEntries(fields),
  });
  const texts: string[] = body.status.errors?.error_message_description ?? [];
  const counts = texts.map((text) => Number(/: (\d+) sessions?\.$/.exec(text)?.[1]));
  return body.action_quantity ?? inOrder(codes.map((code, index) => [code, counts[index] ?? 0]));
}

async function byGraphQL(
  client: Client,
  coupon: string,
  { start, end, operation, data }: Batch,
): Promise<TransitionResult> {
  const answer = await client.graphql(
    'mutation ($input: BatchUpdateCouponSessionsInput!) { batch: batchUpdateCouponSessions(input: $input) { updated } }',
    { input: { coupon, startSequence: start, endSequence: end, operation: operation?.toUpperCase(), data } },
  );
  const { problems = [] } = (answer.errors[0]?.extensions ?? {}) as { problems?: { code: Refusal; count: number }[] };
  return answer.data?.batch.updated ?? inOrder(problems.map(({ code, count }) => [numberOf(code), count]));
}

/** The batch has its own code for sessions that cannot be locked. */
const numberOf = (refusal: Refusal) => (refusal === 'SESSION_NOT_CLAIMED' ? 359 : numbers[refusal]);
const inOrder = (problems: [number, number][]) => problems.sort(([a, x], [b, y]) => a - b || x - y);

async function arrange(facts: (SessionPast & { expiresAt?: string })[], given: Parameters<typeof makeCoupon>[2] = {}) {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, given);
  const sessions = await makeSessions(app.database, coupon, facts);
  return { client, coupon, sequences: sessions.map(({ sequence }) => sequence) };
}

function stored({ id: couponId }: Coupon): Promise<StoredSession[]> {
  return findRows(app.database, couponSessions, { couponId }, { order: { sequence: 'ASC' } });
}

type StoredSession = Stored<typeof couponSessions>;

const changes: [Operation, SessionPast, event: string, (after: StoredSession) => unknown[]][] = [
  ['void', {}, 'coupon_voided', ({ voidedAt }) => [voidedAt]],
  ['unvoid', { voided: true }, 'coupon_unvoided', ({ voidedAt }) => [!voidedAt]],
  ['lock', { claimed: true }, 'coupon_locked', ({ lockedAt }) => [lockedAt]],
  ['unlock', { locked: true }, 'coupon_unlocked', ({ lockedAt }) => [!lockedAt]],
  [
    'claim',
    {},
    'coupon_claimed',
    ({ claimedAt, startedAt, claimType }) => [claimedAt, startedAt, claimType === 'BATCH'],
  ],
  ['activate', { voided: true }, 'coupon_activated', ({ startedAt, voidedAt }) => [startedAt, !voidedAt]],
];

test.for(doors.flatMap((door) => changes.map((change) => [door, ...change] as const)))(
  'by %s, %s changes every session of the range and records an event for each',
  async ([door, operation, facts, type, holds]) => {
    const { client, coupon, sequences } = await arrange(Array(3).fill(facts));
    expect(await update(door, client, coupon.id, { start: sequences[0], operation })).toBe(3);
    const after = await stored(coupon);
    for (const session of after) expect(holds(session).every(Boolean)).toBe(true);
    const events = await eventsOf(app.database, { campaignId: coupon.id });
    expect(events.map(({ kind, type, keyId, session, data }) => [kind, type, keyId, session, data.sequence])).toEqual(
      after.map(({ session, sequence }) => ['COUPON', type, client.owner.keyId, session, sequence]),
    );
    for (const { data } of events) expect(holds(data).every(Boolean)).toBe(true);
  },
);

const ranges: [string, number | undefined, number | undefined, number[]][] = [
  ['after', 2, undefined, [2, 3, 4]],
  ['before', undefined, 2, [0, 1, 2]],
  ['between', 1, 3, [1, 2, 3]],
  ['of one session', 2, 2, [2]],
];

test.for(doors.flatMap((door) => ranges.map((range) => [door, ...range] as const)))(
  'by %s, the range %s the sequence ids is inclusive, and the other sessions stay unchanged',
  async ([door, , start, end, expected]) => {
    const { client, coupon, sequences } = await arrange([{}, {}]);
    const other = await makeCoupon(app.database, client.owner);
    await makeSessions(app.database, other, [{}]);
    sequences.push(...(await makeSessions(app.database, coupon, [{}, {}, {}])).map(({ sequence }) => sequence));
    const range = { start: sequences[start ?? -1], end: sequences[end ?? -1] };
    expect(await update(door, client, coupon.id, { ...range, operation: 'void' })).toBe(expected.length);
    const voided = (await stored(coupon)).flatMap(({ voidedAt }, index) => (voidedAt ? [index] : []));
    expect(voided).toEqual(expected);
    expect(await stored(other)).toMatchObject([{ voidedAt: null }]);
  },
);

test.for(doors)('by %s, data alone is stored in any state; omitted fields stay', async (door) => {
  const states = [{}, { claimed: true }, { validated: true }, { locked: true }, { voided: true }];
  const { client, coupon, sequences } = await arrange(states);
  const [start] = sequences;
  await update(door, client, coupon.id, { start, data: { customField1: 'a', customField2: 'b' } });
  const data = { customField2: null, customField7: 'z' };
  expect(await update(door, client, coupon.id, { start, data })).toBe(states.length);
  expect(await stored(coupon)).toMatchObject(
    // On REST, an empty value counts as not given.
    states.map(() => ({ customField1: 'a', customField2: door === 'REST' ? 'b' : null, customField7: 'z' })),
  );
  expect(await eventTypesOf(app.database, { campaignId: coupon.id })).toEqual(
    Array(2 * states.length).fill('coupon_session_updated'),
  );
});

test.for(doors)('by %s, a batch stores an operation and data in one event per session', async (door) => {
  const { client, coupon, sequences } = await arrange([{}, {}]);
  const batch = { end: sequences[1], operation: 'claim', data: { customField3: 'rye' } } as const;
  expect(await update(door, client, coupon.id, batch)).toBe(2);
  expect(await eventsOf(app.database, { campaignId: coupon.id })).toMatchObject(
    Array(2).fill({ type: 'coupon_claimed', data: { customField3: 'rye', claimType: 'BATCH' } }),
  );
});

test.for(doors)('by %s, the batch changes nothing when one session refuses', async (door) => {
  const { client, coupon, sequences } = await arrange([{}, { claimed: past }, {}]);
  const before = await stored(coupon);
  const batch = { start: sequences[0], operation: 'claim', data: { customField1: 'rye' } } as const;
  expect(await update(door, client, coupon.id, batch)).toEqual([[352, 1]]);
  expect(await stored(coupon)).toEqual(before);
  expect(await eventsOf(app.database, { campaignId: coupon.id })).toEqual([]);
});

test.for(doors)('by %s, a claim fixes a flexible expiry', async (door) => {
  const { client, coupon, sequences } = await arrange([{}, { started: past }], { expiry: { flexible: { days: 30 } } });
  expect(await update(door, client, coupon.id, { start: sequences[0], operation: 'claim' })).toBe(2);
  const [fresh, started] = await stored(coupon);
  expect(Date.parse(`${fresh?.ownExpiresAt}Z`) - Date.parse(`${fresh?.startedAt}Z`)).toBe(30 * 86_400_000);
  expect(started).toMatchObject({ startedAt: past, ownExpiresAt: null });
});

test.for(doors)('by %s, activating started sessions succeeds without changing them', async (door) => {
  const { client, coupon, sequences } = await arrange([{ started: past }, {}, { started: past, voided: true }]);
  const [start] = sequences;
  expect(await update(door, client, coupon.id, { start, operation: 'activate' })).toBe(3);
  const events = await eventsOf(app.database, { campaignId: coupon.id });
  expect(events.map(({ data }) => data.sequence)).toEqual(sequences.slice(1));
  expect(await update(door, client, coupon.id, { start, operation: 'activate' })).toBe(3);
  expect(await eventsOf(app.database, { campaignId: coupon.id })).toHaveLength(2);
  expect((await stored(coupon))[0]).toMatchObject({ startedAt: past });
});

test.for(doors)('by %s, activating stores the given data although the sessions are started', async (door) => {
  const { client, coupon, sequences } = await arrange([{ started: past }, {}]);
  const batch = { start: sequences[0], operation: 'activate', data: { customField1: 'rye' } } as const;
  expect(await update(door, client, coupon.id, batch)).toBe(2);
  expect(await stored(coupon)).toMatchObject([{ customField1: 'rye', startedAt: past }, { customField1: 'rye' }]);
  expect(await eventsOf(app.database, { campaignId: coupon.id })).toHaveLength(2);
});

test('a batch claims more sessions than one statement takes, with an event for each', async () => {
  const { client, coupon, sequences } = await arrange([{}]);
  await client.rest('/v3/multiplesingleuse/create', { campaign: coupon.id, amount: 5_000 });
  expect(await update('REST', client, coupon.id, { start: sequences[0], operation: 'claim' })).toBe(5_001);
  const claimed = await app.database.rows(
    `SELECT 1 FROM coupon_sessions s JOIN events e ON e.session = s.session AND e.type = 'coupon_claimed'
     WHERE s.coupon_id = ? AND s.claimed_at IS NOT NULL AND s.claim_type = 'BATCH'`,
    [coupon.id],
  );
  expect(claimed).toHaveLength(5_001);
});

test.for(operations)(
  '%s refuses every combination of facts as the contract specifies, and counts each session once',
  async (operation) => {
    const client = await app.client();
    const groups = Map.groupBy(combinations, (facts) => couponFacts.map((fact) => Number(facts[fact])).join(''));
    const batches = await Promise.all(
      [...groups.values()].map(async (group) => {
        const coupon = await makeCouponIn(client, group[0] as SessionState);
        const sessions = await makeSessions(app.database, coupon, group.map(sessionIn));
        return { group, coupon: coupon.id, start: sessions[0]?.sequence };
      }),
    );
    for (const door of doors) {
      const notified = await Promise.all(
        batches.map(({ coupon, start }) => update(door, client, coupon, { start, operation })),
      );
      expect(notified).toEqual(batches.map(({ group }) => expectation(operation, group)));
    }
  },
);

function makeCouponIn({ owner }: Client, { couponLocked, couponVoided, expired, notStartedYet }: SessionState) {
  return makeCoupon(app.database, owner, {
    ...{ locked: couponLocked, voided: couponVoided },
    ...(expired && { expiresAt: past }),
    ...(notStartedYet && { startsAt: '2999-01-01 00:00:00.000' }),
  });
}

function sessionIn(facts: SessionState) {
  return Object.fromEntries(sessionFacts.map((fact) => [fact, facts[fact] && past]));
}

function expectation(operation: Operation, group: readonly SessionState[]): TransitionResult {
  const problems = group.flatMap((facts) => refusalOf(operation, facts) ?? []);
  if (problems.length === 0) return group.length;
  return inOrder([...Map.groupBy(problems, String)].map(([name, all]) => [numberOf(name as Refusal), all.length]));
}
