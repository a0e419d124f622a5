import { expect, test } from 'vitest';
import type { Coupon } from '../../../src/coupons/coupon/coupon.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventTypesOf } from '../../support/events.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';

const app = useApp();

/** Two spellings of the same value of a field. */
const sameValues = [
  ['email', 'Ada@Example.com', 'ada@example.COM'],
  ['customid', 'order-1', 'order-1'],
  ['phone', '+493012345', '+49 30 123-45'],
  ['phone', '+493012345', '0049 30 12345'],
  ['phone', '+49 (0)30.12345', '+49 (30) 12345'],
] as const;

test.for(sameValues)('%s %s equals %s', async ([field, one, other]) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const first = await create(client, coupon, { [field]: one });
  const second = await create(client, coupon, { [field]: other, duplicate_check: field });
  const third = await createByGraphQL(client, coupon, { [graphqlName(field)]: other }, field);
  expect([second.duplicate, third.duplicate]).toEqual([true, true]);
  expect([second.session, third.session]).toEqual([first.session, first.session]);
  expect(await eventTypesOf(app.database, { campaignId: coupon.id })).toEqual(['coupon_session_created']);
});

/** Values that differ. */
const differentValues = [
  ['email', 'ada@example.com', 'ada@example.org'],
  ['customid', 'order-1', 'ORDER-1'],
  ['phone', '+493012345', '+493012346'],
] as const;

test.for(differentValues)('%s %s differs from %s', async ([field, one, other]) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const first = await create(client, coupon, { [field]: one, duplicate_check: field });
  const second = await createByGraphQL(client, coupon, { [graphqlName(field)]: other }, field);
  expect([first.duplicate, second.duplicate]).toEqual([false, false]);
  expect(second.session).not.toBe(first.session);
});

test('without the check a value may repeat, and a later check finds the first session', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const fields = { email: 'ada@example.com' };
  const first = await create(client, coupon, fields);
  const second = await create(client, coupon, { ...fields, duplicate_check: 'false' });
  const found = await create(client, coupon, { ...fields, duplicate_check: 'email' });
  expect(second.session).not.toBe(first.session);
  expect(found).toMatchObject({ session: first.session, duplicate: true });
});

test('only the checked field decides', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const first = await create(client, coupon, { email: 'ada@example.com', customid: 'a' });
  const other = await create(client, coupon, { email: 'ada@example.com', customid: 'b', duplicate_check: 'customid' });
  expect(other.session).not.toBe(first.session);
});

test('the call returns a duplicate unchanged and stores none of the given data in it', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const first = await create(client, coupon, { email: 'ada@example.com', firstname: 'Ada', customid: 'a' });
  const again = { email: 'ada@example.com', firstname: 'Eve', customid: 'b', autovalcode: '6digits' };
  const second = await create(client, coupon, { ...again, duplicate_check: 'email' });
  expect(second).toMatchObject({ session: first.session, duplicate: true, customid: 'a', code: '' });
  const { body } = await client.rest('/v3/couponsession/data', { couponsession: first.session });
  expect(body.data).toMatchObject({ firstname: 'Ada', customid: 'a' });
  expect((await create(client, coupon, { customid: 'b', duplicate_check: 'customid' })).duplicate).toBe(false);
});

test('each coupon is checked separately', async () => {
  const client = await app.client();
  const [one, other] = await Promise.all([
    makeCoupon(app.database, client.owner),
    makeCoupon(app.database, client.owner),
  ]);
  const fields = { email: 'ada@example.com', duplicate_check: 'email' };
  const first = await create(client, one, fields);
  const second = await create(client, other, fields);
  expect(second).toMatchObject({ duplicate: false });
  expect(second.session).not.toBe(first.session);
});

test.for(['email', 'phone', 'customid'])('removing a session frees its %s', async (field) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const fields = { email: 'ada@example.com', phone: '+493012345', customid: 'a', duplicate_check: field };
  const first = await create(client, coupon, fields);
  await client.rest('/v3/singleuse/remove', { campaign: coupon.id, couponsession: first.session });
  const second = await create(client, coupon, fields);
  expect(second.duplicate).toBe(false);
  expect((await create(client, coupon, fields)).session).toBe(second.session);
});

test('the check finds a custom id that was stored later', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const { session } = await makeSession(app.database, client.owner, { coupon });
  await client.rest('/v3/couponsession/update', { couponsession: session, customid: 'Late-1' });
  const found = await create(client, coupon, { customid: 'Late-1', duplicate_check: 'customid' });
  expect(found).toMatchObject({ session, duplicate: true });
});

async function create(client: Client, coupon: Coupon, fields: object) {
  const { body } = await client.rest('/v3/singleuse/create', { campaign: coupon.id, ...fields });
  const { single_use_code: session, duplicate_found: duplicate, customid, custom_validation_code: code } = body;
  return { session, duplicate, customid, code };
}

async function createByGraphQL(client: Client, coupon: Coupon, input: object, check: string) {
  const duplicateCheck = { email: 'EMAIL', phone: 'PHONE', customid: 'CUSTOM_ID' }[check];
  const { data } = await client.graphql(
    'mutation ($input: CreateSingleUseUrlInput!) { created: createSingleUseUrl(input: $input) { duplicate session { session } } }',
    { input: { coupon: coupon.id, ...input, duplicateCheck } },
  );
  return { session: data.created.session.session, duplicate: data.created.duplicate };
}

function graphqlName(field: string): string {
  return field === 'customid' ? 'customId' : field;
}
