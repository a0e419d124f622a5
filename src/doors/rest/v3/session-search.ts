import { searchCouponSessions } from '../../../sessions/session/search-coupon-sessions.ts';
import { sessionItem } from '../../representations/session-item.ts';
import { type Field, phone, text } from '../adapter/field.ts';
import { Refused } from '../adapter/refusal.ts';
import { call, row } from '../adapter/row.ts';
import { sessionFragment } from '../documents/session-fragments.ts';
import { graphql } from '../documents/typed-document.ts';
import { campaign } from '../fields/coupon-fields.ts';

const filters: Record<string, Field> = {
  code: text({
    argument: 'code',
    invalid: 300,
    description: 'The custom validation code or its beginning, at least 5 characters.',
    example: 'BREAD-2026',
  }),
  phone: phone({
    invalid: 300,
    description: 'The phone number, however it is formatted; at least 5 characters.',
  }),
  email: text({
    argument: 'email',
    invalid: 300,
    description: 'The email address, ignoring case; at least 5 characters.',
    example: 'ada@example.com',
  }),
};

const search = (path: `/v3/${string}`, summary: string, fields: Record<string, Field>) =>
  row({
    path,
    summary,
    section: 'v3 coupon sessions',
    fields: { ...fields, ...filters },
    calls: {
      only: call(
        searchCouponSessions,
        graphql(
          `query ($coupon: ID, $code: String, $phone: String, $email: String) {
            found: searchCouponSessions(coupon: $coupon, code: $code, phone: $phone, email: $email) { ...SessionItem }
          }`,
          [sessionFragment],
        ),
        { COUPON_NOT_FOUND: 502 },
      ),
    },
    reply: ({ found }) => {
      if (found.length === 0) throw new Refused([{ code: 512, description: 'No results found.' }]);
      return { amount_of_results: found.length, data: found.map(sessionItem) };
    },
  });

export const searchEverywhere = search('/v3/couponsession/search', 'Search the sessions of all coupons', {});
export const searchWithinCoupon = search('/v3/campaignsession/search', 'Search the sessions of a coupon', {
  campaign: campaign('coupon', 'COUPON_NOT_FOUND'),
});
