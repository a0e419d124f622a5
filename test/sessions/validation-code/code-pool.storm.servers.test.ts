import { expect, inject, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeCoupon } from '../../support/make.ts';

const app = useApp();
const size = inject('isThorough') ? 1000 : 100;
const codesOfPool = Array.from({ length: size }, (_, index) => `CODE-${index}`);

test('simultaneous claims on a pool with half as many codes use each code once and leave no partial claim', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  await client.graphql('mutation ($i: ImportCouponCodesInput!) { importCouponCodes(input: $i) { imported } }', {
    i: { coupon: coupon.id, codes: codesOfPool },
  });
  const { body } = await client.rest('/v3/multiplesingleuse/create', { campaign: coupon.id, amount: 2 * size });
  const sessions: string[] = body.data.map((created: { single_use_code: string }) => created.single_use_code);
  const answers = await Promise.all(
    sessions.map((session) =>
      client.patient().rest('/v3/couponsession/update', { couponsession: session, operation: 'claim' }),
    ),
  );
  const codes = answers.flatMap((answer) => answer.body.data?.status.own_validation_code ?? []);
  expect(new Set(codes)).toEqual(new Set(codesOfPool));
  expect(codes).toHaveLength(size);
  expect(new Set(answers.filter(({ status }) => status !== 200).map((answer) => answer.codes[0]))).toEqual(
    new Set([601]),
  );
  const info = await client.rest('/v3/coupon/info', { campaign: coupon.id, show_usage_stats: true });
  expect(info.body.coupon_info).toMatchObject({ custom_codes_total: `${size}`, custom_codes_claimed: `${size}` });
  const [events] = await app.database.rows<{ count: number }>(
    `SELECT COUNT(*) AS count FROM events WHERE campaign_id = ? AND type = 'coupon_claimed'`,
    [coupon.id],
  );
  expect(Number(events?.count)).toBe(size);
});
