import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { insertRow, requireRow } from '../../kernel/database/rows.ts';
import { folderRow } from '../folder/folder.ts';
import { landingPageOf } from '../landing-page/landing-page.inputs.ts';
import { setLandingPage } from '../landing-page/landing-page.ts';
import { setTags } from '../tag/coupon-tag.ts';
import { couponInputs, couponStatus } from './coupon.inputs.ts';
import { blankCoupon, coupons } from './coupon.ts';
import { CouponType } from './coupon.type.ts';
import { changeCoupon } from './coupon-changes.ts';
import { recordEdit } from './coupon-events.ts';

mutation({
  name: 'createCoupon',
  description: 'Creates a coupon.',
  scope: 'WRITE',
  input: z.object({
    ...couponInputs,
    status: couponStatus.default('ACTIVE').meta({ description: 'The status of the coupon.' }),
  }),
  type: CouponType,
  problems: ['FOLDER_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    if (input.folder)
      await requireRow(transaction, folderRow, { accountId: viewer.account.id, id: input.folder }, 'shared');
    const coupon = blankCoupon(viewer.account.id, input.timezone ?? viewer.account.timezone);
    changeCoupon(coupon, input);
    coupon.status = input.status;
    await insertRow(transaction, coupons, coupon);
    await setTags(transaction, coupon.id, input.tags ?? []);
    if (input.landingPage) await setLandingPage(transaction, coupon, landingPageOf(input.landingPage));
    await recordEdit(transaction, coupon, 'coupon_created', viewer.keyId);
    return coupon;
  },
});
