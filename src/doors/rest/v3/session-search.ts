import { searchCouponSessions } from '../../../sessions/search/search-coupon-sessions.ts';
import { graphql } from '../../documents/typed-document.ts';
import { type Field, phone, text } from '../adapter/field.ts';
import { Refused } from '../adapter/refusal.ts';
import { call, row } from '../adapter/row.ts';
import { campaign } from '../fields/coupon-fields.ts';

const tooShort = (name: string) => `Code, email or phone shorter than 5 characters: ${name}.`;

const filters: Record<string, Field> = {
  code: text({
    argument: 'code',
    invalid: 300,
    complaint: tooShort('code'),
    description:
      'The validation code or its beginning, ignoring case, at least 5 characters, or the first 6 characters of the session code.',
    example: 'BREAD-2026',
  }),
  phone: phone({
    invalid: 300,
    complaint: tooShort('phone'),
    description:
      'The beginning of the phone number, however it is formatted, or its last digits; at least 5 characters.',
  }),
  email: text({
    argument: 'email',
    invalid: 300,
    complaint: tooShort('email'),
    description: 'The beginning of the email address, ignoring case; at least 5 characters.',
    example: 'ada@example.com',
  }),
};

const search = (path: `/v3/${string}`, summary: string, within: Field) =>
  row({
    path,
    summary,
    section: 'v3 coupon sessions',
    fields: { campaign: within, ...filters },
    wording: { code: 'No filter defined: code, phone or email.' },
    calls: {
      only: {
        ...call(
          searchCouponSessions,
          graphql(
            `query ($coupon: ID, $code: String, $phone: String, $email: String) {
              found: searchCouponSessions(coupon: $coupon, code: $code, phone: $phone, email: $email) {
                session couponId url customId customValidationCode record
                coupon { id code url status tags }
              }
            }`,
          ),
          { COUPON_NOT_FOUND: 502 },
        ),
        words: { COUPON_NOT_FOUND: 'Campaign not found.' },
      },
    },
    reply: ({ found }) => {
      if (found.length === 0) throw new Refused([{ code: 512, description: 'No results found.' }]);
      return {
        results_found: String(found.length),
        searchresults: found.map(({ coupon, ...session }) => ({
          campaign: session.couponId,
          session: session.session,
          single_use_url: session.url,
          custom_validation_code: session.customValidationCode ?? '',
          customid: session.customId ?? '',
          coupon: {
            ID: coupon.id,
            code: coupon.code,
            url: coupon.url,
            status: coupon.status.toLowerCase(),
            coupon_tags: coupon.tags.join(','),
          },
          data: session.record,
        })),
      };
    },
  });

const required = campaign('coupon', 'COUPON_NOT_FOUND');

export const searchEverywhere = search('/v3/couponsession/search', 'Search the sessions of all coupons', {
  ...required,
  required: false,
  description: 'The id of a coupon, to search only its sessions.',
});
export const searchWithinCoupon = search('/v3/campaignsession/search', 'Search the sessions of a coupon', required);
