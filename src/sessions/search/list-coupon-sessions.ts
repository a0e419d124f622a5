import { z } from 'zod';
import { dateTime, pageNumber } from '../../api/inputs.ts';
import { connection } from '../../api/query.ts';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { offsetOf } from '../../kernel/database/paging.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { invalidInput } from '../../kernel/problem.ts';
import type { MarkKind } from '../index/session-mark.ts';
import { CouponSessionType } from '../session/session.type.ts';
import { pageOfSessions } from './session-list.ts';
import { sessionState } from './session-state.inputs.ts';
import { mostRead, pageByState } from './session-state-list.ts';

const flag = (fact: string) =>
  z
    .boolean()
    .nullish()
    .meta({ description: `If true, only ${fact} sessions, ordered by the time when they were ${fact}, newest first.` });

const filter = z
  .object({
    opened: flag('opened'),
    claimed: flag('claimed'),
    validated: flag('validated'),
    state: sessionState.nullish().meta({
      description: `Only sessions in this state, by creation, newest first. A page reads at most ${mostRead.toLocaleString('en')} sessions, so it can have fewer items than asked for, or none, although more follow: continue after \`endCursor\` while \`hasNextPage\` is true.`,
    }),
    from: dateTime.nullish().meta({
      description: 'Only sessions at or after this time, compared with the time that orders the list.',
    }),
    to: dateTime.nullish().meta({
      description: 'Only sessions before this time, compared with the time that orders the list.',
    }),
  })
  .refine(
    ({ opened, claimed, validated, state }) => [opened, claimed, validated, state].filter(Boolean).length <= 1,
    'accepts only one of opened, claimed, validated and state',
  )
  .meta({
    id: 'CouponSessionFilter',
    description: 'Filters sessions. Give at most one of `opened`, `claimed`, `validated` and `state`.',
  });

type Filter = z.output<typeof filter>;

export const couponSessions = connection({
  name: 'couponSessions',
  description:
    'The sessions of a coupon, newest first: by the time when they were created, or when they were opened, claimed or validated if the filter selects such sessions.',
  scope: 'READ',
  input: z.object({
    coupon: couponId,
    filter: filter.nullish().meta({ description: 'Filters sessions. Default: all sessions.' }),
    page: pageNumber,
  }),
  type: CouponSessionType,
  problems: ['COUPON_NOT_FOUND'],
  run: async ({ input, viewer, database, page }) => {
    const offset = offsetOf(page, input.page);
    const { from, to, state } = input.filter ?? {};
    if (state && input.page != null) throw invalidInput('page', 'cannot be combined with filter.state');
    const which = { accountId: viewer.account.id, couponId: input.coupon, from, to };
    const found = state
      ? await pageByState(database, { ...which, state }, page)
      : await pageOfSessions(database, orderOf(input.filter), which, page, offset);
    // A session proves that the coupon exists, so only an empty page needs this check.
    if ((Array.isArray(found) ? found : found.found).length === 0)
      await requireRow(database, couponRow, { accountId: viewer.account.id, id: input.coupon });
    return found;
  },
  keysOf: (session, { filter }) => [session[`${orderOf(filter)}At`] ?? '', session.sequence],
});

function orderOf(filter: Filter | null | undefined): MarkKind | 'created' {
  if (filter?.opened) return 'opened';
  if (filter?.claimed) return 'claimed';
  return filter?.validated ? 'validated' : 'created';
}
