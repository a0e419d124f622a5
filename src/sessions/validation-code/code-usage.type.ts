import { builder } from '../../api/builder.ts';
import { CouponType } from '../../coupons/coupon/coupon.type.ts';
import { batchedByAccount } from '../../kernel/database/loaders.ts';

const CodeUsage = builder.objectType(builder.objectRef<{ total: number; claimed: number }>('CodeUsage'), {
  description: 'The usage of the custom validation codes of a coupon.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'The total number of codes.' }),
    claimed: t.exposeInt('claimed', { description: 'The number of codes whose session has been claimed.' }),
  }),
});

builder.objectField(CouponType, 'customCodes', (t) =>
  t.field({
    type: CodeUsage,
    description:
      'How many custom validation codes the coupon has, including unused codes in its pool, and how many are claimed. Counting reads all sessions of the coupon.',
    cost: { own: 100 },
    resolve: ({ id }, _, { services }) => findUsage(services.database, id),
  }),
);

export const findUsage = batchedByAccount<string, { total: number; claimed: number }>(async (database, couponIds) => {
  const ids = [...new Set(couponIds)];
  const [given, waiting] = await Promise.all([
    database.rows<{ couponId: string; total: number; claimed: number }>(
      `SELECT s.coupon_id AS couponId, COUNT(*) AS total, COUNT(s.claimed_at) AS claimed FROM coupon_sessions s
         WHERE s.coupon_id IN (:ids) AND s.custom_validation_code IS NOT NULL GROUP BY s.coupon_id`,
      { ids },
    ),
    database.rows<{ couponId: string; total: number }>(
      `SELECT v.coupon_id AS couponId, COUNT(*) AS total FROM validation_codes v
         WHERE v.coupon_id IN (:ids) AND v.sequence IS NULL AND v.position IS NOT NULL GROUP BY v.coupon_id`,
      { ids },
    ),
  ]);
  const givenBy = new Map(given.map((row) => [row.couponId, row]));
  const waitingBy = new Map(waiting.map((row) => [row.couponId, row]));
  return couponIds.map((id) => ({
    total: Number(givenBy.get(id)?.total ?? 0) + Number(waitingBy.get(id)?.total ?? 0),
    claimed: Number(givenBy.get(id)?.claimed ?? 0),
  }));
});
