import { expect, test } from 'vitest';
import { useApp } from '../../../support/app.ts';
import type { Client } from '../../../support/client.ts';
import { makeCoupon, makeSession, type SessionFacts } from '../../../support/make.ts';

const app = useApp();

/** A complete session item, as section 5 of the contract writes it. */
async function arrangeFull(client: Client) {
  const coupon = await makeCoupon(app.database, client.owner);
  const given = {
    ...{
      firstname: 'Ada',
      lastname: 'Lovelace',
      email: 'Ada@Example.com',
      phone: '+49 (0)30 1234-5',
      customid: 'order-4711',
    },
    ...{ customfield1: 'a', customfield2: 'b', customfield3: 'c', customfield4: 'd', customfield5: 'e' },
    ...{ customfield6: 'f', customfield7: 'g' },
    ...{ utm_campaign: 'u1', utm_source: 'u2', utm_medium: 'u3', utm_term: 'u4', utm_content: 'u5' },
  };
  const fields = { ...given, campaign: coupon.id, customvalcode: 'BREAD-1', expiry_date: '2999-12-31 23:59:59' };
  const { body } = await client.rest('/v3/singleuse/create', fields);
  return { coupon, session: String(body.single_use_code), sequence: body.sequence_id, given };
}

const dateFormat = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

test('couponsession/data returns a session with all its fields', async () => {
  const client = await app.client();
  const { coupon, session, sequence, given } = await arrangeFull(client);
  const { status, body } = await client.rest('/v3/couponsession/data', { couponsession: session });
  const url = `${app.url}/p/${coupon.code}/${session}`;
  const common = {
    session,
    session_url: url,
    sequenceid: String(sequence),
    customid: 'order-4711',
    campaign: coupon.id,
  };
  expect(status).toBe(200);
  expect(body).toEqual({
    status: { status: 'OK' },
    action: 'retrieve_all_session_data',
    ...common,
    data: {
      ...common,
      ...given,
      widget_validation_code: session.slice(0, 6),
      custom_validation_code: 'BREAD-1',
      money_spent: '',
      status: {
        created_date_utc: expect.stringMatching(dateFormat),
        ...{ opened: '0', open_date_utc: '', started: '0', start_date_utc: '', claimed: '0', claim_date_utc: '' },
        ...{ claimtype: '', validated: '0', validation_date_utc: '', locked: '0', locked_date_utc: '', voided: '0' },
        ...{ voided_date_utc: '', saved_to_passbook: '0', expiry_date_utc: '2999-12-31 23:59:59', expired: '0' },
      },
    },
  });
});

test('couponsession/data returns absent values as empty strings', async () => {
  const client = await app.client();
  const { session, sequence, couponId } = await makeSession(app.database, client.owner);
  const { body } = await client.rest('/v3/couponsession/data', { couponsession: session });
  const { status, ...item } = body.data;
  const { session_url, ...rest } = item;
  const empty = [
    ...['customid', 'custom_validation_code', 'firstname', 'lastname', 'email', 'phone', 'money_spent'],
    ...[1, 2, 3, 4, 5, 6, 7].map((number) => `customfield${number}`),
    ...['campaign', 'source', 'medium', 'term', 'content'].map((name) => `utm_${name}`),
  ];
  expect(rest).toEqual({
    ...{ session, sequenceid: String(sequence), campaign: couponId, widget_validation_code: session.slice(0, 6) },
    ...Object.fromEntries(empty.map((name) => [name, ''])),
  });
  expect(status).toMatchObject({ expiry_date_utc: '', expired: '0' });
});

test('couponsession/data shows every fact as a flag with its time', async () => {
  const client = await app.client();
  const at = (day: number) => `2026-01-0${day} 10:20:30.456`;
  const facts = { opened: at(1), started: at(2), claimed: at(3), validated: at(4), locked: at(5), voided: at(6) };
  const { session } = await makeSession(app.database, client.owner, { ...facts, expiresAt: at(7), createdAt: at(1) });
  const { body } = await client.rest('/v3/couponsession/data', { couponsession: session });
  const shown = (day: number) => `2026-01-0${day} 10:20:30`;
  expect(body.data.status).toEqual({
    created_date_utc: shown(1),
    ...{ opened: '1', open_date_utc: shown(1), started: '1', start_date_utc: shown(2) },
    ...{ claimed: '1', claim_date_utc: shown(3), claimtype: 'api', validated: '1', validation_date_utc: shown(4) },
    ...{ locked: '1', locked_date_utc: shown(5), voided: '1', voided_date_utc: shown(6) },
    ...{ saved_to_passbook: '0', expiry_date_utc: shown(7), expired: '1' },
  });
});

test('couponsession/update returns the session as it is afterwards', async () => {
  const client = await app.client();
  const { coupon, session } = await arrangeFull(client);
  const fields = { couponsession: session, operation: 'claim', money_spent: '12.5' };
  const { status, body } = await client.rest('/v3/couponsession/update', fields);
  const { body: read } = await client.rest('/v3/couponsession/data', { couponsession: session });
  expect(status).toBe(200);
  expect(body).toEqual({
    ...{ status: { status: 'OK' }, campaign: coupon.id, action: 'session_updated', session },
    data: read.data,
  });
  expect(body.data).toMatchObject({ money_spent: '12.500', status: { claimed: '1', claimtype: 'api' } });
  expect(body.data.status.claim_date_utc).toMatch(dateFormat);
});

test('GraphQL returns the same session with its own field names', async () => {
  const client = await app.client();
  const at = '2026-01-02 03:04:05.678';
  const facts: SessionFacts = { opened: at, started: at, claimed: at };
  const { session, sequence, couponId } = await makeSession(app.database, client.owner, { ...facts, customId: 'a-1' });
  const query = `query ($session: ID!) { couponSession(session: $session) {
    session sequenceId couponId coupon { id } url widgetValidationCode customId customField1 moneySpent
    openedAt startedAt claimedAt claimType validatedAt savedAt expiresAt expired
  } }`;
  const { data } = await client.graphql(query, { session });
  const time = '2026-01-02T03:04:05.678Z';
  expect(data.couponSession).toEqual({
    ...{
      session,
      sequenceId: String(sequence),
      couponId,
      coupon: { id: couponId },
      url: expect.stringContaining(session),
    },
    ...{ widgetValidationCode: session.slice(0, 6), customId: 'a-1', customField1: null, moneySpent: null },
    ...{ openedAt: time, startedAt: time, claimedAt: time, claimType: 'API', validatedAt: null, savedAt: null },
    ...{ expiresAt: null, expired: false },
  });
});
