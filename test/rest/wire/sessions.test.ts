import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeSession, makeSessions, type SessionPast } from '../../support/make.ts';
import { addressOf, freshItem, freshStatus } from './session-shapes.ts';
import { ok, time } from './wire.ts';

/*
 * The paths that read and change coupon sessions, as existing callers know them. The expected answers are typed from the
 * documentation of the wire.
 */

const app = useApp();
const dataPath = '/v3/couponsession/data';
const updatePath = '/v3/couponsession/update';

const data = {
  ...{ firstname: 'Ada', lastname: 'Lovelace', email: 'Ada@Example.com', phone: '+49 (0)30 1234-5', customid: 'C-7' },
  ...{ customfield1: 'a', customfield2: 'b', customfield3: 'c', customfield4: 'd', customfield5: 'e' },
  ...{ customfield6: 'f', customfield7: 'g' },
  ...{ utm_campaign: 'u1', utm_source: 'u2', utm_medium: 'u3', utm_term: 'u4', utm_content: 'u5' },
};

async function arrange(client: Client, given: SessionPast & { value?: string; expiresAt?: string } = {}) {
  const { value, ...facts } = given;
  const coupon = await makeCoupon(app.database, client.owner, value ? { value } : {});
  const { session, sequence } = await makeSession(app.database, client.owner, { coupon, ...facts });
  return { url: app.url, coupon, session, sequence };
}

test('couponsession/data of a session with all data', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, { value: '10.00' });
  const { body: created } = await client.rest('/v3/singleuse/create', {
    ...{ ...data, campaign: coupon.id, customvalcode: 'RYE-7781', expiry_date: '2999-12-31 23:59:59' },
  });
  const shown = { url: app.url, coupon, session: created.single_use_code, sequence: created.sequence_id };
  await client.rest(updatePath, { couponsession: shown.session, money_spent: '12.5' });
  const { status, body } = await client.rest(dataPath, { couponsession: shown.session });
  expect([status, body]).toEqual([
    200,
    {
      ...ok,
      ...{ campaign: coupon.id, action: 'retrieve_all_session_data', session: shown.session },
      ...{ session_url: addressOf(shown), sequenceid: String(shown.sequence), customid: 'C-7' },
      data: {
        ...freshItem(shown),
        ...data,
        money_spent: '12.500',
        status: {
          ...freshStatus,
          ...{ own_validation_code: 'RYE-7781', validation_value: '12.500', value: '10.00' },
          expiry_date_utc: '2999-12-31 23:59:59',
        },
      },
    },
  ]);
});

test('couponsession/data of a session without data', async () => {
  const client = await app.client();
  const shown = await arrange(client);
  const { body } = await client.rest(dataPath, { couponsession: shown.session });
  expect(body).toEqual({
    ...ok,
    ...{ campaign: shown.coupon.id, action: 'retrieve_all_session_data', session: shown.session },
    ...{ session_url: addressOf(shown), sequenceid: String(shown.sequence), customid: '' },
    data: freshItem(shown),
  });
});

test('couponsession/data shows every fact as a flag with its time', async () => {
  const client = await app.client();
  const at = (day: number) => `2026-01-0${day} 10:20:30.456`;
  const facts = { opened: at(1), started: at(2), claimed: at(3), validated: at(4), locked: at(5), voided: at(6) };
  const { session, sequence } = await makeSession(app.database, client.owner, {
    ...{ ...facts, expiresAt: at(7), createdAt: at(1) },
  });
  await app.database.transaction((transaction) =>
    transaction.change(
      'UPDATE coupon_sessions SET unvoided_at = ?, saved_to_apple_at = ?, saved_to_google_at = ? WHERE sequence = ?',
      [at(5), at(8), at(9), sequence],
    ),
  );
  const { body } = await client.rest(dataPath, { couponsession: session });
  const shown = (day: number) => `2026-01-0${day} 10:20:30`;
  expect(body.data.status).toEqual({
    ...{ created_date_utc: shown(1), opened: '1', open_date_utc: shown(1), played: '0', played_date_utc: '' },
    ...{ started: '1', start_date_utc: shown(2), claimed: '1', claim_date_utc: shown(3), claimtype: 'api' },
    ...{ saved_to_passbook: '1', saved_to_passbook_date_utc: shown(8) },
    ...{ saved_to_androidpay: '1', saved_to_androidpay_date_utc: shown(9) },
    ...{ validated: '1', validation_date_utc: shown(4), own_validation_code: '', validation_value: '', value: '' },
    ...{ redeem_location_ID: '', voided: '1', voided_date_utc: shown(6), unvoided_date_utc: shown(5) },
    ...{ locked: '1', locked_date_utc: shown(5), expiry_date_utc: shown(7), expired: '1' },
  });
});

test.for([
  ['JSON', (couponsession: string) => ({ couponsession })],
  ['a form', (couponsession: string) => new URLSearchParams({ couponsession })],
  ['the first 6 characters', (couponsession: string) => ({ couponsession: couponsession.slice(0, 6) })],
] as const)('couponsession/data and update take %s', async ([, fields]) => {
  const client = await app.client();
  const { session } = await arrange(client);
  for (const path of [dataPath, updatePath]) {
    const { status, body } = await client.rest(path, fields(session));
    expect([status, body.session]).toEqual([200, session]);
  }
});

test('couponsession/data by GET', async () => {
  const client = await app.client();
  const { session } = await arrange(client);
  const { body } = await client.rest(`${dataPath}?couponsession=${session.slice(0, 6)}`, {}, {}, 'GET');
  expect(body).toEqual((await client.rest(dataPath, { couponsession: session })).body);
});

test('6 characters with which several sessions of the account begin are not found', async () => {
  const client = await app.client();
  const other = await app.client();
  const rename = (sequence: number, session: string) =>
    app.database.transaction((transaction) =>
      transaction.change('UPDATE coupon_sessions SET session = ? WHERE sequence = ?', [session, sequence]),
    );
  const [one, two, foreign] = [await arrange(client), await arrange(client), await arrange(other)];
  const start = one.session.slice(0, 6);
  await rename(foreign.sequence, `${start}${foreign.session.slice(6)}`);
  expect((await client.rest(dataPath, { couponsession: start })).body.session).toBe(one.session);
  await rename(two.sequence, `${start}${two.session.slice(6)}`);
  expect((await client.rest(dataPath, { couponsession: start })).codes).toEqual([513]);
  expect((await client.rest(updatePath, { couponsession: start, operation: 'claim' })).codes).toEqual([512]);
});

const operations: [name: string, before: SessionPast, after: Record<string, unknown>][] = [
  ['void', {}, { voided: '1', voided_date_utc: time }],
  ['unvoid', { voided: true }, { unvoided_date_utc: time }],
  [
    'lock',
    { claimed: true },
    { claimed: '1', claim_date_utc: time, claimtype: 'api', locked: '1', locked_date_utc: time },
  ],
  ['unlock', { locked: true }, {}],
  ['claim', {}, { started: '1', start_date_utc: time, claimed: '1', claim_date_utc: time, claimtype: 'api' }],
  [
    'validate',
    {},
    {
      ...{ started: '1', start_date_utc: time, claimed: '1', claim_date_utc: time, claimtype: 'api' },
      ...{ validated: '1', validation_date_utc: time },
    },
  ],
  ['unvalidate', { validated: true }, {}],
  ['activate', { voided: true }, { started: '1', start_date_utc: time, unvoided_date_utc: time }],
];

test.for(operations)('couponsession/update with the operation %s', async ([operation, before, after]) => {
  const client = await app.client();
  const shown = await arrange(client, before);
  const { status, body } = await client.rest(updatePath, { couponsession: shown.session, operation, customid: 'C-7' });
  expect([status, body]).toEqual([
    200,
    {
      ...ok,
      ...{ campaign: shown.coupon.id, action: 'update_session', action_date: time },
      ...{ session: shown.session, customid: 'C-7', operation: `${operation}_successful` },
      data: { ...freshItem(shown), customid: 'C-7', status: { ...freshStatus, ...after } },
    },
  ]);
});

test.for([
  ['data alone', { customfield1: 'rye' }, { customfield1: 'rye' }],
  ['empty data', { customfield1: '', money_spent: null, operation: '' }, {}],
  ['the session alone', {}, {}],
] as const)('couponsession/update with %s', async ([, fields, changed]) => {
  const client = await app.client();
  const shown = await arrange(client);
  const { status, body } = await client.rest(updatePath, { couponsession: shown.session, ...fields });
  expect([status, body]).toEqual([
    200,
    {
      ...ok,
      ...{ campaign: shown.coupon.id, action: 'update_session', action_date: time },
      ...{ session: shown.session, customid: '', operation: '' },
      data: { ...freshItem(shown), ...changed },
    },
  ]);
});

test('an empty value clears nothing', async () => {
  const client = await app.client();
  const { session } = await arrange(client);
  await client.rest(updatePath, { couponsession: session, customfield1: 'rye', customid: 'C-7' });
  const { body } = await client.rest(updatePath, { couponsession: session, customfield1: '', customid: '' });
  expect(body.data).toMatchObject({ customfield1: 'rye', customid: 'C-7' });
});

test.for([
  ['both ends', (first: number, last: number) => ({ startsequence: first, endsequence: String(last) }), 3],
  ['the start', (first: number) => ({ startsequence: String(first) }), 3],
  ['the end', (first: number) => ({ endsequence: first }), 1],
] as const)('batch/update with %s', async ([, ends, amount]) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const made = await makeSessions(app.database, coupon, [{}, {}, {}]);
  const given: { startsequence?: unknown; endsequence?: unknown } = ends(
    made[0]?.sequence ?? 0,
    made[2]?.sequence ?? 0,
  );
  const { status, body } = await client.rest('/v3/batch/update', { campaign: coupon.id, ...given, operation: 'void' });
  expect([status, body]).toEqual([
    200,
    {
      ...{ ...ok, campaign: coupon.id, action: 'sessions_updated', action_date: time, action_quantity: amount },
      ...{ startsequence: given.startsequence ?? '', endsequence: given.endsequence ?? '' },
    },
  ]);
});

test.for([
  ['data', {}],
  ['opens', { opened: true }],
  ['claims', { claimed: true }],
  ['validations', { validated: true }],
] as const)('campaign/%s', async ([name, facts]) => {
  const client = await app.client();
  const shown = await arrange(client, facts);
  const { body: one } = await client.rest(dataPath, { couponsession: shown.session });
  const year = { start_date: '2020-01-01 00:00', end_date: '2999-12-31' };
  for (const fields of [{}, { page: '1' }, { page: 1, ...year }]) {
    const form = new URLSearchParams({ campaign: shown.coupon.id, ...fields, page: '1' });
    for (const given of [{ campaign: shown.coupon.id, ...fields }, form]) {
      const { status, body } = await client.rest(`/v3/campaign/${name}`, given);
      expect([status, body]).toEqual([
        200,
        {
          ...{ ...ok, campaign: shown.coupon.id, action: 'retrieve_all_data' },
          ...{ amount_of_results: 1, page: 1, data: [one.data] },
        },
      ]);
    }
    const query = new URLSearchParams({ campaign: shown.coupon.id, start_date: year.start_date });
    const { body } = await client.rest(`/v3/campaign/${name}?${query}`, {}, {}, 'GET');
    expect(body).toMatchObject({ action: 'retrieve_all_data', amount_of_results: 1, data: [one.data] });
  }
});

test.for(['data', 'opens', 'claims', 'validations'])('campaign/%s beyond the last session', async (name) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const { body } = await client.rest(`/v3/campaign/${name}`, { campaign: id, page: '3' });
  expect(body).toEqual({
    ...{ ...ok, campaign: id, action: 'retrieve_all_data', amount_of_results: 0, page: 3, data: [] },
  });
});
