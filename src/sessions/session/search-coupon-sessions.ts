import { z } from 'zod';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { query } from '../../kernel/api/query.ts';
import { selectList } from '../../kernel/database/columns.ts';
import { requireRow } from '../../kernel/database/single-row.ts';
import { bind } from '../../kernel/database/statement.ts';
import { type CouponSession, fromSessions, sessionColumns } from './session.ts';
import { CouponSessionType } from './session.type.ts';
import { identityKey } from './session-identity.ts';

const atLeastFive = (description: string) =>
  z
    .string()
    .min(5)
    .max(254)
    .nullish()
    .meta({ description: `${description} At least 5 characters.` });

/** The highest code point. A prefix followed by it sorts after every text with that prefix. */
const last = '\u{10ffff}';

export const searchCouponSessions = query({
  name: 'searchCouponSessions',
  description:
    'Up to 100 sessions of the account that match all conditions, newest first. A plain list. Give at least one of `code`, `phone` and `email`.',
  scope: 'READ',
  input: z
    .object({
      coupon: couponId.nullish().meta({ description: 'Only sessions of this coupon.' }),
      code: atLeastFive('The custom validation code or its beginning.'),
      phone: atLeastFive('The phone number, however it is formatted.'),
      email: atLeastFive('The email address, ignoring case.'),
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
    const { code, phone, email } = input;
    const coupon = input.coupon
      ? await requireRow(database, couponRow, { accountId: viewer.account.id, id: input.coupon })
      : null;
    const conditions = [
      's.account_id = :account AND c.deleted_at IS NULL',
      ...(coupon ? ['s.coupon_id = :coupon'] : []),
      ...(code ? ['s.custom_validation_code >= :code AND s.custom_validation_code < :codeEnd'] : []),
      ...(phone ? ['s.phone_key = :phone'] : []),
      ...(email ? ['s.email_key = :email'] : []),
    ].join(' AND ');
    return database.rows<CouponSession>(
      ...bind(
        `SELECT ${selectList(sessionColumns)} ${fromSessions} WHERE ${conditions} ORDER BY s.sequence DESC LIMIT 100`,
        {
          account: viewer.account.id,
          coupon: coupon?.id,
          code,
          codeEnd: code && `${code}${last}`,
          phone: phone && identityKey('PHONE', phone),
          email: email && identityKey('EMAIL', email),
        },
      ),
    );
  },
});
