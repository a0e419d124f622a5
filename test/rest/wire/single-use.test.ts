import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { addressOf } from './session-shapes.ts';
import { ok } from './wire.ts';

/* The paths that create, remove and draw sessions, as existing callers know them. */

const app = useApp();
const createPath = '/v3/singleuse/create';
const bulkPath = '/v3/multiplesingleuse/create';

test('singleuse/create', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const { status, body } = await client.rest(createPath, { campaign: coupon.id });
  const session = String(body.single_use_code);
  expect(session).toMatch(/^[0-9a-z]{21}$/);
  expect([status, body]).toEqual([
    200,
    {
      ...{ ...ok, campaign: coupon.id, action: 'single_use_code_created', single_use_code: session },
      ...{ single_use_url: addressOf({ url: app.url, coupon, session }), widget_validation_code: session.slice(0, 6) },
      ...{ custom_validation_code: '', sequence_id: expect.any(Number), customid: '' },
    },
  ]);
});

const customIdOnly = { customid: 'C-7', customvalcode: 'RYE-7781' };
const withoutEmail = { phone: '+493012345', ...customIdOnly };
const person = { email: 'ada@example.com', ...withoutEmail };

test.for([
  ['email', person, { customid: 'C-8', phone: '+493099999' }],
  ['phone', person, { customid: 'C-8', email: 'eve@example.com' }],
  ['customid', person, { email: 'eve@example.com', phone: '+493099999' }],
  [true, person, { customid: 'C-8', phone: '+493099999' }],
  ['true', withoutEmail, { customid: 'C-8' }],
  [1, customIdOnly, { customvalcode: 'RYE-7782' }],
  ['Yes', customIdOnly, { customvalcode: 'RYE-7782' }],
] as const)('singleuse/create with duplicate_check %o returns the same session', async ([check, given, changes]) => {
  const client = await app.client();
  const { id: campaign } = await makeCoupon(app.database, client.owner);
  const fields = { campaign, ...given, duplicate_check: check };
  const first = await client.rest(createPath, fields);
  expect(first.body).toMatchObject({ customid: 'C-7', custom_validation_code: 'RYE-7781', duplicate_found: false });
  const second = await client.rest(createPath, { ...fields, ...changes });
  expect(second.body).toEqual({ ...first.body, duplicate_found: true });
});

test.for([false, 'false', '0', 'No', '', null, undefined])(
  'singleuse/create with duplicate_check %o checks nothing',
  async (check) => {
    const client = await app.client();
    const { id: campaign } = await makeCoupon(app.database, client.owner);
    const fields = { campaign, ...person, duplicate_check: check };
    const first = await client.rest(createPath, fields);
    const second = await client.rest(createPath, fields);
    expect(second.body.single_use_code).not.toBe(first.body.single_use_code);
    expect(second.body).not.toHaveProperty('duplicate_found');
  },
);

test('singleuse/create with duplicate_check true and nothing to check creates a session', async () => {
  const client = await app.client();
  const { id: campaign } = await makeCoupon(app.database, client.owner);
  const fields = { campaign, firstname: 'Ada', duplicate_check: true };
  const [first, second] = [await client.rest(createPath, fields), await client.rest(createPath, fields)];
  expect([first.body.duplicate_found, second.body.duplicate_found]).toEqual([false, false]);
  expect(second.body.single_use_code).not.toBe(first.body.single_use_code);
});

test.for([
  ['JSON', { amount: 3, automated_codes: true, code_prefix: 'AB-', code_length: 12, code_type: 'numeric' }],
  ['texts', { amount: '3', automated_codes: '1', code_prefix: 'AB-', code_length: '12', code_type: 'numeric' }],
] as const)('multiplesingleuse/create with %s', async ([, fields]) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const { status, body } = await client.rest(bulkPath, { campaign: coupon.id, ...fields });
  const sessions: string[] = body.data.map((item: { single_use_code: string }) => item.single_use_code);
  const first = body.data[0].sequence_id;
  expect(first).toEqual(expect.any(Number));
  expect([status, body]).toEqual([
    200,
    {
      ...{ ...ok, campaign: coupon.id, action: 'multiple_single_use_codes_created', amount: 3 },
      data: sessions.map((session, index) => ({
        ...{ single_use_code: expect.stringMatching(/^[0-9a-z]{21}$/), sequence_id: first + index },
        single_use_url: addressOf({ url: app.url, coupon, session }),
        widget_validation_code: session.slice(0, 6),
        custom_validation_code: expect.stringMatching(/^AB-\d{12}$/),
      })),
    },
  ]);
});

test('multiplesingleuse/create makes ten sessions without codes, and ignores the code fields', async () => {
  const client = await app.client();
  const { id: campaign } = await makeCoupon(app.database, client.owner);
  const wrong = { code_prefix: '?', code_length: 99, code_type: 'letters' };
  for (const fields of [{}, { automated_codes: false, ...wrong }, { automated_codes: '', ...wrong }]) {
    const { body } = await client.rest(bulkPath, { campaign, ...fields });
    expect(body.data.map((item: { custom_validation_code: string }) => item.custom_validation_code)).toEqual(
      Array(10).fill(''),
    );
  }
});

test('singleuse/remove', async () => {
  const client = await app.client();
  const { session, couponId } = await makeSession(app.database, client.owner);
  const fields = { campaign: couponId, couponsession: session };
  const { status, body } = await client.rest('/v3/singleuse/remove', fields);
  expect([status, body]).toEqual([
    200,
    { ...ok, campaign: couponId, action: 'single_use_code_removed', single_use_code: session },
  ]);
  expect((await client.rest('/v3/couponsession/data', { couponsession: session })).codes).toEqual([513]);
  expect((await client.rest('/v3/singleuse/remove', fields)).codes).toEqual([513]);
});

test.for(['code39', 'code128b', 'pdf417', 'aztec', 'qrcode'])('couponsession/barcode of the type %s', async (type) => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const { status, body } = await client.rest('/v3/couponsession/barcode', { couponsession: session, type });
  expect([status, body]).toEqual([
    200,
    {
      ...{ ...ok, session, type, content_type: 'image/png' },
      ...{ barcode: expect.stringMatching(/^iVBORw0KGgo/), svg: expect.stringMatching(/^<svg /) },
    },
  ]);
  const again = await client.rest(`/v3/couponsession/barcode?couponsession=${session}&type=${type}`, {}, {}, 'GET');
  expect(again.body).toEqual(body);
});
