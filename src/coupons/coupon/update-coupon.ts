import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow, requireRow } from '../../kernel/database/rows.ts';
import { folderRow } from '../folder/folder.ts';
import { landingPageOf } from '../landing-page/landing-page.inputs.ts';
import { setLandingPage } from '../landing-page/landing-page.ts';
import { setTags } from '../tag/coupon-tag.ts';
import { couponId, couponInputs } from './coupon.inputs.ts';
import { couponRow } from './coupon.ts';
import { CouponType } from './coupon.type.ts';
import { changeCoupon } from './coupon-changes.ts';
import { saveCoupon } from './coupon-events.ts';

mutation({
  name: 'updateCoupon',
  description:
    'Updates a coupon. Omitted fields keep their values; `null` clears a field, except `name` and `timezone`, which it leaves unchanged. A new flexible expiry applies to sessions that are started from now on. After a change of time zone, local times stay the same, so the points in time that they denote change.',
  scope: 'WRITE',
  input: z.object({ id: couponId, ...couponInputs, name: couponInputs.name.nullish() }),
  type: CouponType,
  problems: ['COUPON_NOT_FOUND', 'FOLDER_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const coupon = await lockRow(transaction, couponRow, { accountId: viewer.account.id, id: input.id });
    if (input.folder)
      await requireRow(transaction, folderRow, { accountId: viewer.account.id, id: input.folder }, 'shared');
    changeCoupon(coupon, input);
    if (input.tags !== undefined) await setTags(transaction, coupon.id, input.tags ?? []);
    const { landingPage } = input;
    if (landingPage !== undefined) await setLandingPage(transaction, coupon, landingPage && landingPageOf(landingPage));
    return saveCoupon(transaction, coupon, 'coupon_updated', viewer.keyId);
  },
});
