import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeSession, makeSessions } from '../../support/make.ts';

const app = useApp();

const load = async (client: Client, coupon: string, codes: string[]) =>
  (
    await client.graphql(
      'mutation ($i: ImportCouponCodesInput!) { importCouponCodes(input: $i) { imported skipped { line code reason } } }',
      { i: { coupon, codes } },
    )
  ).data.importCouponCodes;

const update = (client: Client, couponsession: string, operation: string, fields: object = {}) =>
  client.rest('/v3/couponsession/update', { couponsession, operation, ...fields });

const numbered = (amount: number) => Array.from({ length: amount }, (_, index) => `CODE-${index}`);

test('an import reports every skipped row with its line and reason', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  await load(client, id, ['OLD']);
  expect(await load(client, id, ['A', '', 'OLD', 'B', 'A', 'Bröt', 'x'.repeat(101)])).toEqual({
    imported: 2,
    skipped: [
      { line: 2, code: '', reason: 'EMPTY' },
      { line: 3, code: 'OLD', reason: 'ALREADY_THERE' },
      { line: 5, code: 'A', reason: 'REPEATED' },
      { line: 6, code: 'Bröt', reason: 'INVALID_CHARACTER' },
      { line: 7, code: 'x'.repeat(100), reason: 'TOO_LONG' },
    ],
  });
});

test('a claim or first validation takes the next code, and a session with a code keeps it', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  await load(client, coupon.id, ['FIRST', 'SECOND']);
  const [one, two] = await makeSessions(app.database, coupon, [{}, {}]);
  const own = await makeSession(app.database, client.owner, { coupon, customValCode: 'OWN' });
  const codes = [
    (await update(client, own.session, 'claim')).body.data.status.own_validation_code,
    (await update(client, one?.session ?? '', 'claim')).body.data.status.own_validation_code,
    (await update(client, two?.session ?? '', 'validate', { customfield1: 'x' })).body.data.status.own_validation_code,
  ];
  expect(codes).toEqual(['OWN', 'FIRST', 'SECOND']);
});

test('a refused claim takes no code, and an empty pool refuses with 601', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  await load(client, coupon.id, ['ONLY']);
  const voided = await makeSession(app.database, client.owner, { coupon, voided: true });
  const [good, late] = await makeSessions(app.database, coupon, [{}, {}]);
  expect((await update(client, voided.session, 'claim')).codes).toEqual([355]);
  expect((await update(client, good?.session ?? '', 'claim')).body.data.status.own_validation_code).toBe('ONLY');
  expect((await update(client, late?.session ?? '', 'claim')).codes).toEqual([601]);
  const read = await client.rest('/v3/couponsession/data', { couponsession: late?.session });
  expect(read.body.data.status.claimed).toBe('0');
});

test('a batch claim gives each session a code, or none if there are too few', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  await load(client, coupon.id, numbered(3));
  const { body } = await client.rest('/v3/multiplesingleuse/create', { campaign: coupon.id, amount: 4 });
  const [first, , , last] = body.data.map((created: { sequence_id: number }) => created.sequence_id);
  const claim = (fields: object) =>
    client.rest('/v3/batch/update', { campaign: coupon.id, operation: 'claim', ...fields });
  expect((await claim({ startsequence: first })).codes).toEqual([601]);
  expect((await claim({ startsequence: first, endsequence: last - 1 })).body.action_quantity).toBe(3);
  const listed = await client.rest('/v3/campaign/claims', { campaign: coupon.id });
  expect(
    listed.body.data.map((item: { status: { own_validation_code: string } }) => item.status.own_validation_code).sort(),
  ).toEqual(numbered(3));
});
