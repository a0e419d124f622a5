import { exactNumber } from '../../http/body/exact-json.ts';
import { sessionItemOf } from '../../representations/session-item.ts';
import { couponSessions } from '../../sessions/search/list-coupon-sessions.ts';

import { date, page, pageIn } from '../adapter/field.ts';
import { call, row } from '../adapter/row.ts';
import { campaign } from '../fields/coupon-fields.ts';

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
    calls: { only: call(couponSessions, { COUPON_NOT_FOUND: 502 }, { first: 100, filter }) },
    reply: ({ edges }, { fields, loader }) => ({
      campaign: fields.campaign,
      action: 'retrieve_all_data',
      amount_of_results: edges.length,
      page: exactNumber(pageIn(fields.page)),
      data: edges.map(({ node }) => sessionItemOf(node, loader)),
    }),
  });

export const listAll = sessionList('data', 'all', {});
export const listOpened = sessionList('opens', 'opened', { opened: true });
export const listClaimed = sessionList('claims', 'claimed', { claimed: true });
export const listValidated = sessionList('validations', 'validated', { validated: true });
