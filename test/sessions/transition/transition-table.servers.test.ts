import { expect, test } from 'vitest';
import type { Coupon } from '../../../src/coupons/coupon/coupon.ts';
import { findRows } from '../../../src/kernel/database/rows.ts';
import { couponSessions } from '../../../src/sessions/session/session.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventsOf } from '../../support/events.ts';
import { makeCoupon, makeSessions } from '../../support/make.ts';
import {
  changesNothing,
  combinations,
  couponFacts,
  factsAfter,
  numbers,
  type Operation,
  operations,
  refusalOf,
  type SessionState,
  sessionFacts,
} from './transition-model.ts';

const app = useApp();
const past = '2020-02-03 04:05:06.789';
const future = '2999-01-01 00:00:00.000';

interface Combination {
  facts: SessionState;
  coupon: Coupon;
  session: string;
}

test.for(operations)('%s follows the contract in every combination of facts', async (operation) => {
  const client = await app.client();
  const table = await arrange(client, combinations);
  const before = await stored(table);

  const answers = await Promise.all(
    table.map(({ session }) => client.rest('/v3/couponsession/update', { couponsession: session, operation })),
  );

  expect(answers.map(({ codes, body }) => (codes.length > 0 ? codes : flagsOf(body.data.status)))).toEqual(
    table.map(({ facts }) => {
      const refusal = refusalOf(operation, facts);
      return refusal ? [numbers[refusal]] : pick(factsAfter(operation, facts));
    }),
  );
  const after = await stored(table);
  expect(after.map(factsIn)).toEqual(table.map(({ facts }) => pick(outcome(operation, facts))));
  const untouched = table.map(({ facts }) => refusalOf(operation, facts) !== null || changesNothing(operation, facts));
  expect(after.filter((_, index) => untouched[index])).toEqual(before.filter((_, index) => untouched[index]));
  await expectEvents(client, operation, table);
});

test.for(operations)('%s does the same by GraphQL', async (operation) => {
  const client = await app.client();
  const sample = combinations.filter((facts, index) => index % 7 === 0 || !refusalOf(operation, facts));
  const table = await arrange(client, sample);
  const name = `${operation}CouponSession`;

  const answers = await Promise.all(
    table.map(({ session }) =>
      client.graphql(
        `mutation ($session: ID!) { ${name}(input: { session: $session }) { startedAt claimedAt validatedAt lockedAt voidedAt } }`,
        { session },
      ),
    ),
  );

  expect(answers.map(({ codes, data }) => (codes.length > 0 ? codes : factsIn(data[name])))).toEqual(
    table.map(({ facts }) => {
      const refusal = refusalOf(operation, facts);
      return refusal ? [refusal] : pick(factsAfter(operation, facts));
    }),
  );
  await expectEvents(client, operation, table);
});

/** Makes a session for each combination. Sessions whose coupons have the same facts share a coupon. */
async function arrange({ owner }: Client, wanted: readonly SessionState[]): Promise<Combination[]> {
  const groups = Map.groupBy(wanted, (facts) => couponFacts.map((fact) => Number(facts[fact])).join(''));
  const made = await Promise.all(
    [...groups.values()].map(async (group) => {
      const coupon = await makeCouponIn(owner, group[0] as SessionState);
      const sessions = await makeSessions(app.database, coupon, group.map(sessionIn));
      return group.map((facts, index) => ({ facts, coupon, session: sessions[index]?.session ?? '' }));
    }),
  );
  return made.flat();
}

function makeCouponIn(owner: Client['owner'], { couponLocked, couponVoided, expired, notStartedYet }: SessionState) {
  return makeCoupon(app.database, owner, {
    locked: couponLocked,
    voided: couponVoided,
    ...(expired && { expiresAt: past }),
    ...(notStartedYet && { startsAt: future }),
  });
}

function sessionIn(facts: SessionState) {
  return Object.fromEntries(sessionFacts.map((fact) => [fact, facts[fact] && past]));
}

function outcome(operation: Operation, facts: SessionState): SessionState {
  return refusalOf(operation, facts) ? facts : factsAfter(operation, facts);
}

function pick(facts: SessionState) {
  return Object.fromEntries(sessionFacts.map((fact) => [fact, facts[fact]]));
}

function factsIn(record: Record<string, unknown>) {
  return Object.fromEntries(sessionFacts.map((fact) => [fact, record[`${fact}At`] !== null]));
}

function flagsOf(status: Record<string, string>) {
  return Object.fromEntries(sessionFacts.map((fact) => [fact, status[fact] === '1']));
}

async function stored(table: Combination[]) {
  const rows = await findRows(app.database, couponSessions, { accountId: table[0]?.coupon.accountId ?? '' });
  const bySession = new Map(rows.map((row) => [row.session, row]));
  return table.map(({ session }) => ({ ...bySession.get(session) }) as Record<string, unknown>);
}

/** Expects one event for each changed session, and no other. */
async function expectEvents({ owner }: Client, operation: Operation, table: Combination[]) {
  const changed = table.filter(({ facts }) => !refusalOf(operation, facts) && !changesNothing(operation, facts));
  const events = await eventsOf(app.database, { accountId: owner.account.id });
  const seen = events.map(({ kind, type, keyId, campaignId, session, data }) => ({
    ...{ kind, type, keyId, campaignId, session, data: [data.session, factsIn(data)] },
  }));
  const expected = changed.map(({ facts, coupon, session }) => ({
    ...{ kind: 'COUPON', type: types[operation], keyId: owner.keyId, campaignId: coupon.id, session },
    data: [session, pick(factsAfter(operation, facts))],
  }));
  const bySession = (one: { session: string | null }, other: { session: string | null }) =>
    String(one.session).localeCompare(String(other.session));
  expect(seen.sort(bySession)).toEqual(expected.sort(bySession));
}

const types: Record<Operation, string> = {
  void: 'coupon_voided',
  unvoid: 'coupon_unvoided',
  lock: 'coupon_locked',
  unlock: 'coupon_unlocked',
  claim: 'coupon_claimed',
  validate: 'coupon_validated',
  unvalidate: 'coupon_unvalidated',
  activate: 'coupon_activated',
};
