import { z } from 'zod';
import { soughtText } from '../../api/inputs.ts';
import { query } from '../../api/query.ts';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { countryOf } from '../../kernel/values/phone-number.ts';
import { CouponSessionType } from '../session/session.type.ts';
import { searchSessions } from './found-sessions.ts';

const atLeastFive = (description: string) =>
  soughtText.nullish().meta({ description: `${description} At least 5 characters.` });

export const searchCouponSessions = query({
  name: 'searchCouponSessions',
  description:
    'Up to 100 sessions of the account that match all conditions, newest first. A plain list. Give at least one of `code`, `phone` and `email`.',
  scope: 'READ',
  input: z
    .object({
      coupon: couponId.nullish().meta({ description: 'Only sessions of this coupon.' }),
      code: atLeastFive(
        'The validation code or its beginning, ignoring case, or the first 6 characters of the session code.',
      ),
      phone: atLeastFive('The beginning of the phone number, however it is formatted, or its last digits.'),
      email: atLeastFive('The beginning of the email address, ignoring case.'),
    })
    .superRefine(({ code, phone, email }, context) => {
      if (code != null || phone != null || email != null) return;
      context.addIssue({
        code: 'custom',
        path: ['code'],
        message: 'code, phone or email is required',
        params: { missing: true, oneOf: ['code', 'phone', 'email'] },
      });
    }),
  type: [CouponSessionType],
  problems: ['COUPON_NOT_FOUND'],
  run: async ({ input, viewer, database }) => {
    const { id: accountId, timezone } = viewer.account;
    if (input.coupon) await requireRow(database, couponRow, { accountId, id: input.coupon });
    return searchSessions(
      database,
      { accountId, couponId: input.coupon ?? null },
      { ...input, country: countryOf(timezone) },
    );
  },
});
