import { z } from 'zod';
import { connection } from '../../kernel/api/query.ts';
import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import { keyset } from '../../kernel/database/paging.ts';
import { requireRow } from '../../kernel/database/single-row.ts';
import { bind } from '../../kernel/database/statement.ts';
import { folderId } from '../folder/folder.inputs.ts';
import { folderRow } from '../folder/folder.ts';
import { couponStatus } from './coupon.inputs.ts';
import { type Coupon, coupons as couponSchema } from './coupon.ts';
import { CouponType } from './coupon.type.ts';
import { couponCategoryConditions } from './coupon-extensions.ts';

const filter = z
  .object({
    status: couponStatus.nullish().meta({ description: 'Only coupons with this status.' }),
    folder: folderId.nullish().meta({ description: 'Only coupons in this folder.' }),
    tags: z
      .array(z.string().max(50))
      .max(50)
      .nullish()
      .meta({ description: 'Only coupons with at least one of these tags.' }),
    category: z
      .string()
      .max(100)
      .nullish()
      .meta({ scalar: 'ID', description: 'Only coupons in this category of a directory.' }),
  })
  .meta({ id: 'CouponFilter', description: 'Filters coupons. All conditions must match.' });

const columns = selectList(columnsOf(couponSchema, 'c'));

export const coupons = connection({
  name: 'coupons',
  description: 'The coupons of the account, newest first.',
  scope: 'READ',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters coupons. Default: all coupons.' }) }),
  type: CouponType,
  problems: ['FOLDER_NOT_FOUND'],
  run: async ({ input, viewer, database, page }) => {
    const { status, folder, tags, category } = input.filter ?? {};
    if (folder) await requireRow(database, folderRow, { accountId: viewer.account.id, id: folder });
    const { condition, ending, values } = keyset(page, 'c.created_at', 'c.id');
    const conditions = [
      'c.account_id = :account AND c.deleted_at IS NULL',
      ...(status ? ['c.status = :status'] : []),
      ...(folder ? ['c.folder_id = :folder'] : []),
      ...(tags?.length ? ['EXISTS (SELECT 1 FROM coupon_tags t WHERE t.coupon_id = c.id AND t.tag IN (:tags))'] : []),
      ...(category ? couponCategoryConditions.extensions.map((condition) => condition('c.id', ':category')) : []),
    ].join(' AND ');
    const [where, parameters] = bind(conditions, { account: viewer.account.id, status, folder, tags, category });
    return database.rows<Coupon>(`SELECT ${columns} FROM coupons c WHERE ${where} ${condition} ${ending}`, [
      ...parameters,
      ...values,
    ]);
  },
  keysOf: (coupon) => [coupon.createdAt, coupon.id],
});
