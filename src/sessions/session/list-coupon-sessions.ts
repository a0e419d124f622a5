import { z } from 'zod';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { pageNumber } from '../../kernel/api/inputs.ts';
import { connection } from '../../kernel/api/query.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { keyset, offsetOf, type Page } from '../../kernel/database/paging.ts';
import { requireRow } from '../../kernel/database/single-row.ts';
import { bind, type Value } from '../../kernel/database/statement.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { type CouponSession, fromSessionsBy, sessionSelectList, type TimeName } from './session.ts';
import { CouponSessionType } from './session.type.ts';

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
    from: z.string().nullish().meta({
      scalar: 'DateTime',
      description: 'Only sessions at or after this time, compared with the time that orders the list.',
    }),
    to: z.string().nullish().meta({
      scalar: 'DateTime',
      description: 'Only sessions before this time, compared with the time that orders the list.',
    }),
  })
  .refine(
    ({ opened, claimed, validated }) => [opened, claimed, validated].filter(Boolean).length <= 1,
    'accepts only one of opened, claimed and validated',
  )
  .meta({
    id: 'CouponSessionFilter',
    description: 'Filters sessions. At most one of `opened`, `claimed` and `validated` may be true.',
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
    const { from, to } = input.filter ?? {};
    const order = orderOf(input.filter);
    const time = `s.${order}_at`;
    const conditions = [
      's.coupon_id = :coupon AND c.account_id = :account AND c.deleted_at IS NULL',
      `${time} IS NOT NULL`,
      ...(from ? [`${time} >= :from`] : []),
      ...(to ? [`${time} < :to`] : []),
    ].join(' AND ');
    const [where, parameters] = bind(conditions, { coupon: input.coupon, account: viewer.account.id, from, to });
    const list: List = { time, tables: `${fromSessionsBy(database.dialect, order)} WHERE ${where}`, parameters };
    const start = offset > 0 ? await startOf(database, list, offset) : page.from;
    const rows = start === 'BEYOND' ? [] : await readPage(database, list, { ...page, from: start });
    // A session proves that the coupon exists, so only an empty page needs this check.
    if (rows.length === 0) await requireRow(database, couponRow, { accountId: viewer.account.id, id: input.coupon });
    return rows;
  },
  keysOf: (session, { filter }) => [session[`${orderOf(filter)}At`] ?? '', session.sequence],
});

/** A list of sessions ordered by one of their times. */
interface List {
  time: string;
  /** The FROM and WHERE clauses. */
  tables: string;
  parameters: readonly Value[];
}

/**
 * Returns the position after the first `skipped` sessions, or `BEYOND` when there are fewer. The query counts them in
 * the index without reading their rows.
 */
async function startOf(connection: Connection, list: List, skipped: number): Promise<Page['from'] | 'BEYOND'> {
  const [last] = await connection.rows<{ time: Instant; sequence: number }>(
    `SELECT ${list.time} AS time, s.sequence AS sequence ${list.tables}
     ORDER BY ${list.time} DESC, s.sequence DESC LIMIT 1 OFFSET ${skipped - 1}`,
    list.parameters,
  );
  return last ? [last.time, String(last.sequence)] : 'BEYOND';
}

function readPage(connection: Connection, { time, tables, parameters }: List, page: Page): Promise<CouponSession[]> {
  const { condition, ending, values } = keyset(page, time, 's.sequence');
  return connection.rows<CouponSession>(`SELECT ${sessionSelectList} ${tables} ${condition} ${ending}`, [
    ...parameters,
    ...values,
  ]);
}

function orderOf(filter: Filter | null | undefined): TimeName {
  if (filter?.opened) return 'opened';
  if (filter?.claimed) return 'claimed';
  return filter?.validated ? 'validated' : 'created';
}
