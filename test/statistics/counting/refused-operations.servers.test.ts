import { expect, test } from 'vitest';
import { daysAgo } from '../../../src/kernel/values/instant.ts';
import type { CouponSession } from '../../../src/sessions/session/session.ts';
import { type Transition, transitions } from '../../../src/sessions/transition/transition.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeSession, makeSessions } from '../../support/make.ts';
import { makeLocation } from '../../support/make-locations.ts';

const app = useApp();

const operations = ['claim', 'validate', 'activate', 'hold'] as const;
type Using = (typeof operations)[number];

/** What makes a session refuse for a reason. */
const states: Record<string, [ofCoupon: object, ofSession: object]> = {
  COUPON_VOIDED: [{ voided: true }, {}],
  COUPON_LOCKED: [{ locked: true }, {}],
  SESSION_EXPIRED: [{}, { expiresAt: daysAgo(1) }],
  SESSION_NOT_STARTED_YET: [{ startsAt: daysAgo(-1) }, {}],
  SESSION_VOIDED: [{}, { voided: true }],
  SESSION_LOCKED: [{}, { locked: true }],
  SESSION_HELD: [{}, {}],
  SESSION_ALREADY_CLAIMED: [{}, { claimed: true }],
  SESSION_ALREADY_VALIDATED: [{}, { validated: true }],
  NOT_AT_THIS_LOCATION: [{}, {}],
  VALIDATION_CODES_EXHAUSTED: [{}, {}],
};

const reasonsOf = (using: Using) => {
  const { checks, claims }: Transition = transitions[using];
  return [...checks.map(({ problem }) => problem), ...(claims ? ['VALIDATION_CODES_EXHAUSTED'] : [])];
};

test.each(operations)('%s counts each refused attempt once, by its reason', async (using) => {
  const client = await app.client();
  const expected: Record<string, object[]> = {};
  for (const reason of reasonsOf(using)) {
    const { session, couponId } = await refusing(client, reason);
    const ways = waysOf(client, using, session, reason === 'NOT_AT_THIS_LOCATION' ? 'Branch 7' : null);
    for (const way of ways) expect(await way()).toHaveLength(1);
    await Promise.all(ways.map((way) => way()));
    expected[couponId] = [{ code: reason, amount: String(2 * ways.length) }];
  }

  await app.storeNoted();
  const found = Object.keys(expected).map(async (coupon) => [coupon, await refusalsOf(client, coupon)]);
  expect(Object.fromEntries(await Promise.all(found))).toEqual(expected);
  expect(await refusalsOf(client)).toEqual(expect.arrayContaining(Object.values(expected).flat()));
});

/** Makes a session that refuses for the reason. */
async function refusing(client: Client, reason: string): Promise<CouponSession> {
  const [ofCoupon, ofSession] = states[reason] ?? [];
  const locations = reason === 'NOT_AT_THIS_LOCATION' ? [(await makeLocation(app.database, client.owner)).id] : [];
  const coupon = await makeCoupon(app.database, client.owner, { ...ofCoupon, locations });
  const session = await makeSession(app.database, client.owner, { coupon, ...ofSession });
  if (reason === 'SESSION_HELD') await graphql(client, 'hold', session.session, ', seconds: 60, key: "another"');
  if (reason === 'VALIDATION_CODES_EXHAUSTED')
    await app.database.transaction(({ change }) =>
      change('UPDATE coupons SET pool_since = created_at WHERE id = ?', [coupon.id]),
    );
  return session;
}

/** The calls that attempt an operation: alone, with simultaneous ones, by the beginning of the code, through both doors. */
function waysOf(
  client: Client,
  using: Using,
  session: string,
  location: string | null = null,
): (() => Promise<unknown[]>)[] {
  const at = location ? `, location: "${location}"` : '';
  if (using === 'hold')
    return ['till', 'other'].map((key) => () => graphql(client, using, session, `, seconds: 9, key: "${key}"${at}`));
  const fields = { couponsession: session, operation: using, ...(location && { merchantid: location }) };
  const rest = async (more: object = {}, headers = {}) =>
    (await client.rest('/v3/couponsession/update', { ...fields, ...more }, headers)).codes;
  return [
    () => graphql(client, using, session, at),
    () => graphql(client, using, session.slice(0, 6), at),
    () => graphql(client, using, session, `, data: { customField1: "x" }${at}`),
    () => rest(),
    () => rest({ couponsession: session.slice(0, 6) }),
    () => rest({ customfield1: 'x' }),
    () => rest({}, { 'Idempotency-Key': `${using} ${session} ${Math.random()}` }),
  ];
}

async function graphql(client: Client, using: Using, session: string, more = ''): Promise<unknown[]> {
  return (
    await client.graphql(`mutation { ${using}CouponSession(input: { session: "${session}"${more} }) { session } }`)
  ).codes;
}

async function refusalsOf(client: Client, campaign?: string): Promise<object[]> {
  const { data } = await client.graphql(
    campaign
      ? `{ found: campaignStatistics(campaign: "${campaign}") { refusedAttempts { code amount } } }`
      : '{ found: accountStatistics { refusedAttempts { code amount } } }',
  );
  return data.found.refusedAttempts;
}

test('a batch that is refused counts each session that refused it, through both doors', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const rows = await makeSessions(app.database, coupon, [
    ...[{ claimed: true }, { claimed: true }, { voided: true, claimed: true }, {}],
  ]);
  const [startSequence, endSequence] = [rows[0]?.sequence, rows.at(-1)?.sequence];
  const input = `coupon: "${coupon.id}", startSequence: "${startSequence}", endSequence: "${endSequence}"`;
  const batch = `mutation { batchUpdateCouponSessions(input: { ${input}, operation: CLAIM }) { updated } }`;

  expect((await client.graphql(batch)).codes).toEqual(['SESSIONS_REFUSED']);
  const fields = { campaign: coupon.id, startsequence: startSequence, endsequence: endSequence, operation: 'claim' };
  expect((await client.rest('/v3/batch/update', fields)).codes.toSorted()).toEqual([352, 355]);

  await app.storeNoted();
  expect(await refusalsOf(client, coupon.id)).toEqual([
    { code: 'SESSION_ALREADY_CLAIMED', amount: '4' },
    { code: 'SESSION_VOIDED', amount: '2' },
  ]);
});

test('an unknown code counts for the account, and a dry run does not count', async () => {
  const client = await app.client();
  const { session, couponId } = await makeSession(app.database, client.owner, { validated: true });
  const unknown = '0'.repeat(21);

  for (const way of [...waysOf(client, 'claim', unknown), ...waysOf(client, 'hold', unknown)]) await way();
  for (const door of [', dryRun: true', ', dryRun: true, data: { customField1: "x" }'])
    expect(await graphql(client, 'validate', session, door)).toEqual(['SESSION_ALREADY_VALIDATED']);

  await app.storeNoted();
  expect(await refusalsOf(client)).toEqual([{ code: 'SESSION_NOT_FOUND', amount: '9' }]);
  expect(await refusalsOf(client, couponId)).toEqual([]);
});
