import type { App } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeSession, type SessionPast } from '../../support/make.ts';
import { makeLocation } from '../../support/make-locations.ts';
import { makeCouponWithEmptyPool, type Refusal, type Refusals, refusal, unknown } from './table.ts';

export const sessionData: Refusals = {
  path: '/v3/couponsession/data',
  document: 'query ($session: ID!) { couponSession(session: $session) { session } }',
  of: async (app) => {
    const { session: foreign } = await makeSession(app.database, (await app.client()).owner);
    return [
      refusal('couponsession is missing', [200], {}, {}),
      refusal('couponsession has an invalid character', [300], { couponsession: 'a b' }, { session: 'a b' }),
      refusal('couponsession is too short', [513], { couponsession: 'abc' }, { session: 'abc' }, 'SESSION_NOT_FOUND'),
      refusal(
        'the session is unknown',
        [513],
        { couponsession: unknown.session },
        { session: unknown.session },
        'SESSION_NOT_FOUND',
      ),
      refusal(
        'the session belongs to another account',
        [513],
        { couponsession: foreign },
        { session: foreign },
        'SESSION_NOT_FOUND',
      ),
    ];
  },
};

const operation = (name: string) => {
  const noun = `${name}CouponSession`;
  const type = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}Input`;
  return `mutation ($input: ${type}!) { ${noun}(input: $input) { session } }`;
};

export const sessionUpdate: Refusals = {
  path: '/v3/couponsession/update',
  document: operation('claim'),
  of: async (app, client) => {
    const { session } = await makeSession(app.database, client.owner);
    const { session: foreign } = await makeSession(app.database, (await app.client()).owner);
    const claim = { couponsession: session, operation: 'claim' };
    const data = (given: object) => ({ input: { session, data: given } });
    const claimOf = (code: string) => ({ input: { session: code } });
    const tooLong = 'x'.repeat(51);
    return [
      refusal('couponsession is missing', [200], { operation: 'claim' }, { input: {} }),
      refusal(
        'couponsession has an invalid character',
        [300],
        { ...claim, couponsession: `${'0'.repeat(20)}!` },
        claimOf(`${'0'.repeat(20)}!`),
      ),
      refusal(
        'couponsession is of another form',
        [512],
        { ...claim, couponsession: 'No-Such_one' },
        claimOf('No-Such_one'),
        'SESSION_NOT_FOUND',
      ),
      refusal('operation has an unknown value', [302], { ...claim, operation: 'delete' }),
      refusal('operation is a JavaScript property', [302], { ...claim, operation: 'constructor' }),
      refusal('operation is a list', [302], { ...claim, operation: ['claim'] }),
      refusal('customid has an invalid character', [300], { ...claim, customid: 'a b' }, data({ customId: 'a b' })),
      refusal('customid is too long', [300], { ...claim, customid: tooLong }, data({ customId: tooLong })),
      refusal(
        'a custom field is too long',
        [300],
        { ...claim, customfield7: tooLong },
        data({ customField7: tooLong }),
      ),
      refusal(
        'a custom field is an object',
        [300],
        { couponsession: session, customfield1: {} },
        data({ customField1: {} }),
      ),
      refusal('money_spent is not a number', [301], { ...claim, money_spent: '5 EUR' }, data({ moneySpent: '5 EUR' })),
      refusal(
        'the session is unknown',
        [512],
        { ...claim, couponsession: unknown.session },
        claimOf(unknown.session),
        'SESSION_NOT_FOUND',
      ),
      refusal(
        'the session belongs to another account',
        [512],
        { ...claim, couponsession: foreign },
        claimOf(foreign),
        'SESSION_NOT_FOUND',
      ),
      await emptyPool(app, client),
      ...(await Promise.all(states(app, client))),
    ];
  },
};

async function emptyPool(app: App, client: Client): Promise<Refusal> {
  const coupon = await makeCouponWithEmptyPool(app, client);
  const { session } = await makeSession(app.database, client.owner, { coupon });
  const fields = { couponsession: session, operation: 'claim' };
  return refusal('the pool is empty', [601], fields, { input: { session } }, 'VALIDATION_CODES_EXHAUSTED');
}

async function elsewhere(app: App, client: Client): Promise<Refusal> {
  const { id: right } = await makeLocation(app.database, client.owner);
  const coupon = await makeCoupon(app.database, client.owner, { locations: [right] });
  const { session } = await makeSession(app.database, client.owner, { coupon });
  const fields = { couponsession: session, operation: 'validate', merchantid: 'Branch 7' };
  const input = { session, location: 'Branch 7' };
  return refusal('another location', [368], fields, { input }, 'NOT_AT_THIS_LOCATION', operation('validate'));
}

/** Sessions and coupons whose state refuses an operation. */
function states(app: App, client: Client): Promise<Refusal>[] {
  const past = '2020-01-01 00:00:00.000';
  const state = async (
    name: string,
    code: number,
    problem: string,
    facts: SessionPast & { expiresAt?: string },
    given = {},
  ) => {
    const coupon = await makeCoupon(app.database, client.owner, given);
    const { session } = await makeSession(app.database, client.owner, { coupon, ...facts });
    const fields = { couponsession: session, operation: name };
    return refusal(`${name}: ${problem}`, [code], fields, { input: { session } }, problem, operation(name));
  };
  return [
    elsewhere(app, client),
    state('claim', 351, 'SESSION_EXPIRED', { expiresAt: past }),
    ...(['void', 'unvoid', 'lock', 'unlock', 'validate', 'unvalidate', 'activate'] as const).map((name) =>
      state(name, 351, 'SESSION_EXPIRED', {}, { expiresAt: past }),
    ),
    state('claim', 352, 'SESSION_ALREADY_CLAIMED', { claimed: true }),
    state('lock', 352, 'SESSION_NOT_CLAIMED', {}),
    state('unvalidate', 353, 'SESSION_NOT_VALIDATED', {}),
    state('claim', 354, 'COUPON_LOCKED', {}, { locked: true }),
    state('claim', 354, 'SESSION_LOCKED', { locked: true }),
    state('lock', 354, 'SESSION_ALREADY_LOCKED', { claimed: true, locked: true }),
    state('lock', 355, 'SESSION_VOIDED', { voided: true }),
    state('unlock', 355, 'SESSION_VOIDED', { voided: true }),
    state('void', 355, 'SESSION_ALREADY_VOIDED', { voided: true }),
    state('void', 355, 'COUPON_VOIDED', {}, { voided: true }),
    state('unlock', 356, 'SESSION_NOT_LOCKED', {}),
    state('unvoid', 357, 'SESSION_NOT_VOIDED', {}),
    state('validate', 358, 'SESSION_ALREADY_VALIDATED', { validated: true }),
    state('lock', 358, 'SESSION_ALREADY_VALIDATED', { claimed: true, validated: true }),
    state('claim', 360, 'SESSION_NOT_STARTED_YET', {}, { startsAt: '2999-01-01 00:00:00' }),
    state('validate', 360, 'SESSION_NOT_STARTED_YET', {}, { startsAt: '2999-01-01 00:00:00' }),
  ];
}
