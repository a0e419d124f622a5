import { expect, test } from 'vitest';
import { useAppWithBackground } from '../support/app.ts';
import { makeIntegration } from '../support/make.ts';
import { eventId, followInOrder, mutated, time } from './payloads.ts';

const app = useAppWithBackground();

const coupon = {
  name: 'Rye',
  title: '2 for 1',
  subtitle: 'All week',
  value: '10.00',
  timezone: 'Europe/Berlin',
  tags: ['rye', 'autumn'],
};

const person = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '+493012345678' };

/** The payload of a session event, typed from the sample of legacy wire, section 4. */
function sample({ account, campaign, code, session }: Record<'account' | 'campaign' | 'code' | 'session', string>) {
  return {
    id: eventId,
    datetime: time,
    livemode: '1',
    type: 'coupon_claimed',
    coupon_code: session,
    session,
    campaign,
    coupon_url: `${app.url}/p/${code}/${session}`,
    coupon: {
      coupon_code: code,
      friendly_name: 'Rye',
      title: '2 for 1',
      subtitle: 'All week',
      tags: 'autumn,rye',
      coupon_value: '10.00',
      custom_validation_code: 'RYE-7781',
      customid: 'C-7',
      timezone: 'Europe/Berlin',
    },
    status: {
      social_login: '0',
      scratched: '0',
      scratched_date: '',
      claimed: '1',
      claimed_date: time,
      claimed_type: 'api',
      validated: '0',
      validated_date: '',
      redeem_location_ID: '',
    },
    customer: {
      gender: '',
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.com',
      phone: '+493012345678',
      address: '',
      zip: '',
      city: '',
      birthday: '',
      custom_field_1: 'rye',
      custom_field_2: '',
      custom_field_3: '',
      custom_field_4: '',
      custom_field_5: '',
      custom_field_6: '',
      custom_field_7: 'seven',
      question_1: '',
    },
    kind: 'COUPON',
    account,
    record: expect.any(Object),
  };
}

test('every event of a session has the fields of the sample; only claims and validations have the customer', async () => {
  const client = await app.client();
  const { id: campaign } = await mutated(client, 'createCoupon', coupon);
  const { payloads } = await followInOrder(client);
  const given = { ...person, customId: 'C-7', customValCode: 'RYE-7781', customField1: 'rye', customField7: 'seven' };
  const { session } = (await mutated(client, 'createSingleUseUrl', { coupon: campaign, ...given })).session;
  const transitions = ['activate', 'claim', 'lock', 'unlock', 'validate', 'unvalidate', 'void', 'unvoid'];
  for (const verb of transitions) await mutated(client, `${verb}CouponSession`, { session });
  await mutated(client, 'updateCouponSession', { session, data: { customField2: 'oats' } });
  await mutated(client, 'deleteCouponSession', { coupon: campaign, session });

  const received = await payloads(11);

  const { data } = await client.graphql('query ($id: ID!) { coupon(id: $id) { code } }', { id: campaign });
  const { customer, status, ...common } = sample({
    ...{ account: client.owner.account.id, campaign, code: data.coupon.code, session },
  });
  const unclaimed = { ...status, claimed: '0', claimed_date: '', claimed_type: '' };
  const validated = { ...status, validated: '1', validated_date: time };
  expect(received).toEqual([
    { ...common, type: 'coupon_session_created', status: unclaimed },
    { ...common, type: 'coupon_activated', status: unclaimed },
    { ...common, type: 'coupon_claimed', status, customer },
    { ...common, type: 'coupon_locked', status },
    { ...common, type: 'coupon_unlocked', status },
    { ...common, type: 'coupon_validated', status: validated, customer },
    { ...common, type: 'coupon_unvalidated', status },
    { ...common, type: 'coupon_voided', status },
    { ...common, type: 'coupon_unvoided', status },
    { ...common, type: 'coupon_session_updated', status },
    { ...common, type: 'coupon_session_removed', status },
  ]);
});

test('the record is the session item as REST returns it', async () => {
  const client = await app.client();
  const { id: campaign } = await mutated(client, 'createCoupon', coupon);
  const { payloads } = await followInOrder(client);
  const { session } = (await mutated(client, 'createSingleUseUrl', { coupon: campaign })).session;
  await mutated(client, 'claimCouponSession', { session });

  const [, claimed] = await payloads(2);

  const { body } = await client.rest('/v3/couponsession/data', { couponsession: session });
  expect(claimed?.record).toEqual(body.data);
});

test('the events of a coupon that is no longer active are not live, and absent values are empty text', async () => {
  const client = await app.client();
  const { id: campaign } = await mutated(client, 'createCoupon', { name: 'Rye', status: 'EXAMPLE' });
  const { payloads } = await followInOrder(client);
  await mutated(client, 'createSingleUseUrl', { coupon: campaign });

  expect(await payloads(1)).toMatchObject([
    { livemode: '0', coupon: { title: '', tags: '', coupon_value: '', custom_validation_code: '', customid: '' } },
  ]);
});

test('an event of a message has the fields of its session, without a customer', async () => {
  const client = await app.client();
  await makeIntegration(app.database, client.owner);
  await mutated(client, 'updateAccount', { domain: 'shop.example' });
  const { id: campaign } = await mutated(client, 'createCoupon', coupon);
  const { payloads } = await followInOrder(client);
  await mutated(client, 'sendCouponEmail', { coupon: campaign, email: 'ada@example.com' });

  const received = await payloads(2);

  const sent = received.find(({ type }) => type === 'message_sent');
  const created = received.find(({ type }) => type === 'coupon_session_created');
  const { id, datetime, record, ...common } = created ?? {};
  expect(sent).toEqual({
    ...{ ...common, id: eventId, datetime: time, type: 'message_sent' },
    record: expect.objectContaining({ id: expect.stringMatching(/^msg_/), address: 'ada@example.com' }),
  });
  expect(sent).not.toHaveProperty('customer');
});
