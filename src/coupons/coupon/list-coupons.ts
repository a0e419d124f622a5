import { z } from 'zod';
import { connection } from '../../api/query.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { folderId } from '../folder/folder.inputs.ts';
import { folderRow } from '../folder/folder.ts';
import { couponState, couponStatus } from './coupon.inputs.ts';
import { CouponType } from './coupon.type.ts';
import { filteredCoupons } from './coupon-filter.ts';
import { couponStates } from './coupon-state.ts';

const filter = z
  .object({
    text: z.string().trim().min(1).max(100).nullish().meta({
      description:
        'Only coupons whose name or title contains this text, ignoring case, or whose code or id it is. 1 to 100 characters.',
    }),
    states: z
      .array(couponState)
      .min(1)
      .max(couponStates.length)
      .nullish()
      .meta({ description: 'Only coupons in one of these states at the moment.' }),
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
      .meta({ scalar: 'ID', idKinds: ['category'], description: 'Only coupons in this category of a directory.' }),
  })
  .meta({ id: 'CouponFilter', description: 'Filters coupons. All conditions must match.' });

export const coupons = connection({
  name: 'coupons',
  description:
    'The coupons of the account, newest first. With `text` or `states`, a page looks through 10,000 coupons at most, and may be short or empty before the last one.',
  scope: 'READ',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters coupons. Default: all coupons.' }) }),
  type: CouponType,
  problems: ['FOLDER_NOT_FOUND'],
  run: async ({ input, viewer, database, page }) => {
    const filter = input.filter ?? {};
    const accountId = viewer.account.id;
    if (filter.folder) await requireRow(database, folderRow, { accountId, id: filter.folder });
    return filteredCoupons(database, accountId, filter, page);
  },
  keysOf: (coupon) => [coupon.createdAt, coupon.id],
});
