import { exactNumber } from '../../http/body/json-body.ts';
import type { Loader } from '../../representations/loader.ts';
import { sessionItemOf } from '../../representations/session-item.ts';
import { couponSessions, searchCouponSessions } from '../../sessions/search/session-search-operations.ts';
import type { CouponSession } from '../../sessions/session/session.ts';
import { couponPath, sessionPath } from '../../vocabulary/links.ts';
import { RestError } from '../adapter/error-codes.ts';
import { date, type Field, page, pageIn, phone, text } from '../adapter/field.ts';
import { call, only, row } from '../adapter/row.ts';
import { campaign } from '../fields/campaign-arguments.ts';

const sessionList = (
  name: 'data' | 'opens' | 'claims' | 'validations',
  which: string,
  filter: Record<string, boolean>,
) =>
  row({
    path: `/v3/campaign/${name}`,
    summary: `List ${which} sessions of a coupon, newest first, in pages of 100`,
    section: 'v3 coupon sessions',
    fields: {
      campaign: campaign('coupon'),
      page: page('The page number, starting at 1. A page with fewer than 100 sessions is the last.'),
      start_date: date('start', {
        argument: 'filter.from',
        description: 'Only sessions from the start of this day or minute, in UTC.',
        example: '2026-11-01',
      }),
      end_date: date('end', {
        argument: 'filter.to',
        description: 'Only sessions up to the end of this day or minute, in UTC.',
        example: '2026-11-30',
      }),
    },
    calls: only(couponSessions, { COUPON_NOT_FOUND: 502 }, { first: 100, filter }),
    reply: ({ edges }, { fields, publicUrl }) => ({
      campaign: fields.campaign,
      action: 'retrieve_all_data',
      amount_of_results: edges.length,
      page: exactNumber(pageIn(fields.page)),
      data: edges.map(({ node }) => sessionItemOf(node, publicUrl)),
    }),
  });

export const listAll = sessionList('data', 'all', {});
export const listOpened = sessionList('opens', 'opened', { opened: true });
export const listClaimed = sessionList('claims', 'claimed', { claimed: true });
export const listValidated = sessionList('validations', 'validated', { validated: true });

const tooShort = (name: string) => `Code, email or phone shorter than 5 characters: ${name}.`;

const filters: Record<string, Field> = {
  code: text({
    argument: 'code',
    invalid: 300,
    complaint: tooShort('code'),
    description:
      'The validation code or its beginning (at least 5 characters), or the session code or its beginning (at least 6 characters), ignoring case.',
    example: 'BREAD-2026',
  }),
  phone: phone({
    invalid: 300,
    complaint: tooShort('phone'),
    description:
      'The beginning or the last digits of the phone number, at least 5 characters. Any phone number format is accepted.',
  }),
  email: text({
    argument: 'email',
    invalid: 300,
    complaint: tooShort('email'),
    description: 'The beginning of the email address, at least 5 characters, ignoring case.',
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
        ...call(searchCouponSessions, { COUPON_NOT_FOUND: 502 }),
        messages: { COUPON_NOT_FOUND: 'Campaign not found.' },
      },
    },
    reply: async (found, { loader }) => {
      if (found.length === 0) throw new RestError([{ code: 512, description: 'No results found.' }]);
      return {
        results_found: String(found.length),
        searchresults: await Promise.all(found.map((session) => resultOf(session, loader))),
      };
    },
  });

async function resultOf(session: CouponSession, loader: Loader): Promise<object> {
  const coupon = await loader.couponOf(session);
  const tags = await loader.tagsOf(coupon);
  return {
    campaign: session.couponId,
    session: session.session,
    single_use_url: loader.publicUrl + sessionPath(session.couponCode, session.session),
    custom_validation_code: session.customValidationCode ?? '',
    customid: session.customId ?? '',
    coupon: {
      ID: coupon.id,
      code: coupon.code,
      url: loader.publicUrl + couponPath(coupon.code),
      status: coupon.status.toLowerCase(),
      coupon_tags: tags.join(','),
    },
    data: sessionItemOf(session, loader.publicUrl),
  };
}

const required = campaign('coupon', 'COUPON_NOT_FOUND');

export const searchEverywhere = search('/v3/couponsession/search', 'Search the sessions of all coupons', {
  ...required,
  required: false,
  description: 'The id of a coupon. Only its sessions are searched.',
});
export const searchWithinCoupon = search('/v3/campaignsession/search', 'Search the sessions of a coupon', required);
