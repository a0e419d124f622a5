import { CouponType } from '../../coupons/coupon/coupon.type.ts';
import { builder } from '../../kernel/api/builder.ts';
import type { Database } from '../../kernel/database/database.ts';

const CodeUsage = builder.objectType(builder.objectRef<{ total: number; claimed: number }>('CodeUsage'), {
  description: "The usage of a coupon's custom validation codes.",
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'The total number of codes.' }),
    claimed: t.exposeInt('claimed', { description: 'The number of codes whose session is claimed.' }),
  }),
});

builder.objectField(CouponType, 'customCodes', (t) =>
  t.field({
    type: CodeUsage,
    description:
      'The number of custom validation codes, including unused codes of its pool. Counting scans all sessions of the coupon.',
    resolve: ({ id }, _, { services }) => countCodes(services.database, id),
  }),
);

async function countCodes(database: Database, couponId: string): Promise<{ total: number; claimed: number }> {
  const [given] = await database.rows<{ total: number; claimed: number }>(
    `SELECT COUNT(*) AS total, COUNT(s.claimed_at) AS claimed FROM coupon_sessions s
     WHERE s.coupon_id = ? AND s.custom_validation_code IS NOT NULL`,
    [couponId],
  );
  const [waiting] = await database.rows<{ total: number }>(
    `SELECT COUNT(*) AS total FROM validation_codes v
     WHERE v.coupon_id = ? AND v.sequence IS NULL AND v.position IS NOT NULL`,
    [couponId],
  );
  return { total: Number(given?.total) + Number(waiting?.total), claimed: Number(given?.claimed) };
}
