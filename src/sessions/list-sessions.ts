import { z } from 'zod';
import { connection } from '../api/query.ts';
import { requireCoupon } from '../coupons/coupon.ts';
import { couponId } from '../coupons/inputs.ts';
import { selectList } from '../database/columns.ts';
import { bind } from '../database/dialect.ts';
import { keyset } from '../database/paging.ts';
import { invalidInput } from '../problem.ts';
import { type CouponSession, fromSessions, sessionColumns } from './session.ts';
import { CouponSessionType } from './session.type.ts';

const flag = (fact: string) =>
  z
    .boolean()
    .nullish()
    .meta({ description: `Only sessions that were ${fact}, by the time of that, newest first.` });

const filter = z
  .object({
    opened: flag('opened'),
    claimed: flag('claimed'),
    validated: flag('validated'),
    from: z.string().nullish().meta({
      scalar: 'DateTime',
      description: 'Only sessions from this instant on, of the time that the list is ordered by.',
    }),
    to: z.string().nullish().meta({
      scalar: 'DateTime',
      description: 'Only sessions before this instant, of the time that the list is ordered by.',
    }),
  })
  .refine(
    ({ opened, claimed, validated }) => [opened, claimed, validated].filter(Boolean).length <= 1,
    'takes only one of opened, claimed and validated',
  )
  .meta({
    id: 'CouponSessionFilter',
    description: 'Which sessions: at most one of `opened`, `claimed` and `validated`.',
  });

type Filter = z.output<typeof filter>;

export const couponSessions = connection({
  name: 'couponSessions',
  description: 'The sessions of a coupon, newest first: by the time of creation, or of what the filter asks for.',
  scope: 'READ',
  input: z.object({
    coupon: couponId,
    filter: filter.nullish().meta({ description: 'Which sessions; all unless told.' }),
    page: z.int().min(1).max(1_000_000).nullish().meta({
      description:
        'The number of a page of `first` records, from 1, for callers that count pages. Not with `after` and `before`, which are faster.',
    }),
  }),
  type: CouponSessionType,
  problems: ['COUPON_NOT_FOUND'],
  run: async ({ input, viewer, database, page }) => {
    if (input.page && (page.from || page.backward))
      throw invalidInput('page', 'cannot be combined with after, before and last');
    const coupon = await requireCoupon(database, viewer.account.id, input.coupon);
    const { from, to } = input.filter ?? {};
    const time = `s.${orderOf(input.filter)}_at`;
    const { condition, ending, values } = keyset(page, time, 's.sequence');
    const conditions = [
      's.coupon_id = :coupon',
      `${time} IS NOT NULL`,
      ...(from ? [`${time} >= :from`] : []),
      ...(to ? [`${time} < :to`] : []),
    ].join(' AND ');
    const [where, parameters] = bind(conditions, { coupon: coupon.id, from, to });
    const offset = input.page ? `OFFSET ${(input.page - 1) * page.size}` : '';
    return database.rows<CouponSession>(
      `SELECT ${selectList(sessionColumns)} ${fromSessions} WHERE ${where} ${condition} ${ending} ${offset}`,
      [...parameters, ...values],
    );
  },
  keysOf: (session, { filter }) => [session[`${orderOf(filter)}At`] ?? '', session.sequence],
});

function orderOf(filter: Filter | null | undefined): 'created' | 'opened' | 'claimed' | 'validated' {
  if (filter?.opened) return 'opened';
  if (filter?.claimed) return 'claimed';
  return filter?.validated ? 'validated' : 'created';
}
