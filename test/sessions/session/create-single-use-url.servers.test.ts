import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { eventsOf } from '../../support/events.ts';
import { makeCoupon } from '../../support/make.ts';

const app = useApp();

const create = `mutation ($input: CreateSingleUseUrlInput!) { createSingleUseUrl(input: $input) {
  duplicate
  session { session url customId firstName lastName email phone customField1 customField7 customValidationCode
    utmCampaign utmSource utmMedium utmTerm utmContent expiresAt startedAt }
} }`;

test('GraphQL stores every field of a new session', async () => {
  const client = await app.client({ timezone: 'Europe/Berlin' });
  const { id, code } = await makeCoupon(app.database, client.owner);
  const given = {
    ...{
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'Ada@Example.com',
      phone: '030 / 1234',
      customId: 'order-4711',
    },
    ...{ customField1: '🥖', customField7: 'x'.repeat(50) },
    ...{ utmCampaign: 'a', utmSource: 'b', utmMedium: 'c', utmTerm: 'd', utmContent: 'e' },
  };
  const input = { coupon: id, ...given, customValCode: 'BREAD', expiryDate: '2030-07-01 12:00:00' };
  const { data } = await client.graphql(create, { input });
  const { session, ...rest } = data.createSingleUseUrl.session;
  expect(data.createSingleUseUrl.duplicate).toBe(false);
  expect(rest).toEqual({
    ...given,
    url: `${app.url}/p/${code}/${session}`,
    customValidationCode: 'BREAD',
    expiresAt: '2030-07-01T10:00:00.000Z',
    startedAt: null,
  });
});

test('a session that would end when its coupon starts, or before, is refused, through both doors', async () => {
  const client = await app.client({ timezone: 'Europe/Berlin' });
  const coupon = await makeCoupon(app.database, client.owner, { startsAt: '2030-07-01 10:00:00.000' });
  const input = { coupon: coupon.id, expiryDate: '2030-07-01 12:00:00' };
  const { errors } = await client.graphql(create, { input });
  expect(errors.map(({ extensions }) => [extensions.code, extensions.field])).toEqual([
    ['INVALID_INPUT', 'expiryDate'],
  ]);
  const asked = { campaign: coupon.id, expiry_date: '2030-07-01 11:59:59' };
  expect((await client.rest('/v3/singleuse/create', asked)).codes).toEqual([303]);
  expect((await client.rest('/v3/campaign/data', { campaign: coupon.id })).body.data).toEqual([]);
  const later = await client.rest('/v3/singleuse/create', { ...asked, expiry_date: '2030-07-01 12:00:01' });
  expect(later.body.status.status).toBe('OK');
});

test('a creation records one event with the new session', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const { body } = await client.rest('/v3/singleuse/create', { campaign: id, customid: 'a', customfield1: 'rye' });
  const session = body.single_use_code;
  const [event, ...others] = await eventsOf(app.database, { campaignId: id });
  expect(others).toEqual([]);
  const { accountId, keyId } = { accountId: client.owner.account.id, keyId: client.owner.keyId };
  expect(event).toMatchObject({
    kind: 'COUPON',
    type: 'coupon_session_created',
    accountId,
    keyId,
    campaignId: id,
    session,
  });
  expect(event?.data).toMatchObject({ session, couponId: id, customId: 'a', customField1: 'rye', claimedAt: null });
  expect(event?.id).toMatch(/^evt_[0-9a-z]{20}$/);
});

test('a refused creation records no event', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  await client.rest('/v3/singleuse/create', { campaign: id, email: 'nobody' });
  await client.graphql(create, { input: { coupon: id, duplicateCheck: 'EMAIL' } });
  expect(await eventsOf(app.database, { campaignId: id })).toEqual([]);
});
