import { CouponType } from '../../coupons/coupon/coupon.type.ts';
import { builder } from '../../kernel/api/builder.ts';
import type { Database } from '../../kernel/database/database.ts';

const CodeUsage = builder.objectType(builder.objectRef<{ total: number; claimed: number }>('CodeUsage'), {
  description: 'The custom validation codes of a coupon.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All of them.' }),
    claimed: t.exposeInt('claimed', { description: 'Those whose session is claimed.' }),
  }),
});

builder.objectField(CouponType, 'customCodes', (t) =>
  t.field({
    type: CodeUsage,
    description:
      'How many custom validation codes it has, those that wait in its pool included. Counting costs a scan of its sessions.',
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
