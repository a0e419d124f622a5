import { expect, test } from 'vitest';
import { couponFields } from '../../../src/coupons/coupon/coupon.fields.ts';
import type { Field } from '../../../src/vocabulary/fields.ts';
import { useApp } from '../../support/app.ts';
import { eventsOf } from '../../support/events.ts';

const app = useApp();

const fields = Object.entries<Field>(couponFields);
const samples: Record<string, string> = { value: '4.50', currency: 'EUR', barcode: 'AZTEC' };
const values = Object.fromEntries(
  fields.map(([name, { kind }]) => [name, samples[name] ?? (kind === 'url' ? `https://${name}.example/` : name)]),
);

const create = 'mutation ($input: CreateCouponInput!) { createCoupon(input: $input) { id } }';
const update = 'mutation ($input: UpdateCouponInput!) { updateCoupon(input: $input) { id } }';
const read = `query ($id: ID!) { coupon(id: $id) { ${Object.keys(values).join(' ')} } }`;

test('every declared field can be given, read in GraphQL, on the wire and in events, and cleared', async () => {
  const client = await app.client();

  const created = await client.graphql(create, { input: { ...values, name: 'Bread' } });
  const { id } = created.data.createCoupon;

  expect((await client.graphql(read, { id })).data.coupon).toEqual(values);
  const wire = fields.flatMap(([name, { use }]) => (use.wire ? [[use.wire, values[name]]] : []));
  const { body } = await client.rest('/v3/coupon/info', { campaign: id });
  expect(body.coupon_info).toMatchObject(Object.fromEntries(wire));
  const [event] = await eventsOf(app.database, { campaignId: id });
  expect(event?.data).toMatchObject(values);

  const none = Object.fromEntries(fields.map(([name]) => [name, null]));
  await client.graphql(update, { input: { id, ...none } });
  expect((await client.graphql(read, { id })).data.coupon).toEqual(none);
});

test.each(fields.filter(([, { kind }]) => kind === 'text' || kind === 'url'))(
  'a longer %s than its column holds is refused',
  async (name, { kind, length }) => {
    const client = await app.client();
    const start = kind === 'url' ? 'https://bakery.example/' : '';
    const input = { name: 'Bread', [name]: start.padEnd(length + 1, 'x') };

    const { errors } = await client.graphql(create, { input });

    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', inputErrors: [{ field: name }] });
  },
);
