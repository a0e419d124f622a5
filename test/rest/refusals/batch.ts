import type { Coupon } from '../../../src/coupons/coupon/coupon.ts';
import type { App } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeSession, makeSessions, type SessionPast } from '../../support/make.ts';
import { makeCouponWithEmptyPool, type Refusal, type Refusals, refusal, unknown } from './table.ts';

export const batchUpdate: Refusals = {
  path: '/v3/batch/update',
  document:
    'mutation ($input: BatchUpdateCouponSessionsInput!) { batchUpdateCouponSessions(input: $input) { updated } }',
  of: async (app, client) => [
    ...(await shapes(app, client)),
    ...(await ranges(app, client)),
    ...(await states(app, client)),
  ],
};

async function shapes(app: App, client: Client): Promise<Refusal[]> {
  const { couponId: campaign, sequence } = await makeSession(app.database, client.owner);
  const range = { startsequence: sequence };
  const voiding = { campaign, operation: 'void' };
  const input = (given: object) => ({ input: { coupon: campaign, ...given } });
  const long = 'x'.repeat(51);
  return [
    refusal(
      'campaign is missing',
      [200],
      { ...range, operation: 'void' },
      { input: { startSequence: sequence, operation: 'VOID' } },
    ),
    refusal('both sequence ids are missing', [200], voiding, input({ operation: 'VOID' })),
    refusal(
      'operation and data are missing',
      [200],
      { campaign, ...range },
      input({ startSequence: sequence, data: {} }),
    ),
    refusal('everything is missing', [200, 200, 200], {}, { input: {} }),
    refusal(
      'startsequence is not numeric',
      [301],
      { ...voiding, startsequence: '12a' },
      input({ startSequence: '12a', operation: 'VOID' }),
    ),
    refusal(
      'endsequence is not numeric',
      [301],
      { ...voiding, endsequence: 'x' },
      input({ endSequence: 'x', operation: 'VOID' }),
    ),
    refusal('both are not numeric', [301, 301], { ...voiding, startsequence: 'x', endsequence: {} }),
    refusal(
      'startsequence is a fraction',
      [301],
      { ...voiding, startsequence: '1.5' },
      input({ startSequence: 1.5, operation: 'VOID' }),
    ),
    refusal(
      'endsequence is negative',
      [301],
      { ...voiding, endsequence: -1 },
      input({ endSequence: '-1', operation: 'VOID' }),
    ),
    ...['validate', 'unvalidate', 'delete', 'VOID'].map((operation) =>
      refusal(`operation is ${operation}`, [302], { campaign, ...range, operation }, input({ ...range, operation })),
    ),
    refusal(
      'a custom field is too long',
      [300],
      { campaign, ...range, customfield7: long },
      input({ startSequence: sequence, data: { customField7: long } }),
    ),
    refusal('a custom field is an object', [300], { campaign, ...range, customfield1: {} }),
  ];
}

async function ranges(app: App, client: Client): Promise<Refusal[]> {
  const coupon = await makeCoupon(app.database, client.owner);
  const other = await makeCoupon(app.database, client.owner);
  const [first = 0, last = 0] = await sequencesOf(app, coupon, 2);
  const [otherFirst = 0, otherLast = 0] = await sequencesOf(app, other, 2);
  const stranger = await makeCoupon(app.database, (await app.client()).owner);
  const [foreign = 0] = await sequencesOf(app, stranger, 1);
  const nobody = 2 ** 40;
  const range = (when: string, code: number, problem: string, given: Record<string, unknown>, campaign = coupon.id) =>
    refusal(
      when,
      [code],
      { campaign, operation: 'void', startsequence: given.start, endsequence: given.end },
      { input: { coupon: campaign, operation: 'VOID', startSequence: given.start, endSequence: given.end } },
      problem,
    );
  return [
    // The specification has no code for its characters, so a malformed id is not found (contract, section 1).
    range('campaign is malformed', 502, 'INVALID_INPUT', { start: first }, 'cam_!'),
    range('the coupon is unknown', 502, 'COUPON_NOT_FOUND', { start: first }, unknown.coupon),
    range('the coupon belongs to another account', 502, 'COUPON_NOT_FOUND', { start: foreign }, stranger.id),
    range('both belong to another coupon', 502, 'SEQUENCES_OF_OTHER_COUPON', { start: otherFirst, end: otherLast }),
    range('only start is from the coupon', 502, 'SEQUENCES_OF_DIFFERENT_COUPONS', { start: first, end: otherLast }),
    range('only end is from the coupon', 502, 'SEQUENCES_OF_DIFFERENT_COUPONS', { start: otherFirst, end: last }),
    range('end comes before start', 513, 'SEQUENCE_ORDER', { start: last, end: first }),
    range('start is 0', 513, 'START_SEQUENCE_NOT_FOUND', { start: 0 }),
    range('end is 0', 513, 'END_SEQUENCE_NOT_FOUND', { start: first, end: 0 }),
    range('start without end is unknown', 513, 'START_SEQUENCE_NOT_FOUND', { start: nobody }),
    range('start with end is unknown', 513, 'START_SEQUENCE_NOT_FOUND', { start: nobody, end: last }),
    range('start without end belongs to another coupon', 513, 'START_SEQUENCE_NOT_FOUND', { start: otherFirst }),
    range('start without end belongs to another account', 513, 'START_SEQUENCE_NOT_FOUND', { start: foreign }),
    range('start with end belongs to another account', 513, 'START_SEQUENCE_NOT_FOUND', { start: foreign, end: last }),
    range('end without start is unknown', 513, 'END_SEQUENCE_NOT_FOUND', { end: nobody }),
    range('end with start is unknown', 513, 'END_SEQUENCE_NOT_FOUND', { start: first, end: nobody }),
    range('end without start belongs to another coupon', 513, 'END_SEQUENCE_NOT_FOUND', { end: otherLast }),
    range('end without start belongs to another account', 513, 'END_SEQUENCE_NOT_FOUND', { end: foreign }),
    range('end with start belongs to another account', 513, 'END_SEQUENCE_NOT_FOUND', { start: first, end: foreign }),
    range('both belong to another account', 513, 'START_SEQUENCE_NOT_FOUND', { start: foreign, end: foreign }),
  ];
}

async function sequencesOf(app: App, coupon: Coupon, amount: number): Promise<number[]> {
  const sessions = await makeSessions(app.database, coupon, Array(amount).fill({}));
  return sessions.map(({ sequence }) => sequence);
}

/** Sessions and coupons whose state refuses an operation. */
function states(app: App, client: Client): Promise<Refusal[]> {
  const past = '2020-01-01 00:00:00.000';
  const couponWith = (given: Parameters<typeof makeCoupon>[2]) => makeCoupon(app.database, client.owner, given);
  const state = async (
    when: string,
    operation: string,
    code: number,
    facts: SessionPast & { expiresAt?: string },
    made = couponWith({}),
    problem = 'SESSIONS_REFUSED',
  ) => {
    const coupon = await made;
    const [{ sequence } = { sequence: 0 }] = await makeSessions(app.database, coupon, [facts]);
    return refusal(
      `${operation}: ${when}`,
      [code],
      { campaign: coupon.id, operation, startsequence: sequence },
      { input: { coupon: coupon.id, operation: operation.toUpperCase(), startSequence: sequence } },
      problem,
    );
  };
  return Promise.all([
    state('the session is expired', 'claim', 351, { expiresAt: past }),
    ...['void', 'unvoid', 'lock', 'unlock', 'claim', 'activate'].map((operation) =>
      state('the coupon is expired', operation, 351, {}, couponWith({ expiresAt: past })),
    ),
    state('already claimed', 'claim', 352, { claimed: true }),
    state('already locked', 'lock', 354, { claimed: true, locked: true }),
    state('locked', 'claim', 354, { locked: true }),
    state('the coupon is locked', 'void', 354, {}, couponWith({ locked: true })),
    state('cannot be claimed because voided', 'claim', 355, { voided: true }),
    state('already voided', 'void', 355, { voided: true }),
    state('the coupon is voided', 'activate', 355, {}, couponWith({ voided: true })),
    state('was not locked', 'unlock', 356, { claimed: true }),
    state('was not voided', 'unvoid', 357, {}),
    state('already validated', 'lock', 358, { claimed: true, validated: true }),
    state('was not claimed', 'lock', 359, {}),
    state('the start date is not reached', 'claim', 360, {}, couponWith({ startsAt: '2999-01-01 00:00:00' })),
    state('the pool is empty', 'claim', 601, {}, makeCouponWithEmptyPool(app, client), 'VALIDATION_CODES_EXHAUSTED'),
  ]);
}
