import type { Connection } from '../../kernel/database/database.ts';
import { searchPage } from '../../kernel/database/list.ts';
import type { Page, Searched } from '../../kernel/database/paging.ts';
import { type Coupon, couponRow } from './coupon.ts';
import { couponCategoryConditions } from './coupon-extensions.ts';
import { type CouponState, stateColumn, stateTimes } from './coupon-state.ts';

export interface CouponFilter {
  text?: string | null | undefined;
  states?: readonly CouponState[] | null | undefined;
  status?: Coupon['status'] | null | undefined;
  folder?: string | null | undefined;
  tags?: readonly string[] | null | undefined;
  category?: string | null | undefined;
}

/** No index helps with texts and states, so a page reads at most this many coupons: about 30 ms on SQLite. */
const maxSearched = 10_000;

/**
 * Returns coupons, newest first, with one more than the page holds. A search that has read the maximum may return
 * fewer.
 */
export function filteredCoupons(
  connection: Connection,
  accountId: string,
  { text, states, status, folder, tags, category }: CouponFilter,
  page: Page,
  max = maxSearched,
): Promise<Searched<Coupon>> {
  const contains = (column: string) => `INSTR(${connection.dialect.lowerCase(column)}, :lower) > 0`;
  return searchPage(connection, page, {
    source: couponRow,
    where: { accountId },
    filter: { status, folderId: folder || null },
    conditions: {
      sql: [
        tags?.length && 'EXISTS (SELECT 1 FROM coupon_tags g WHERE g.coupon_id = t.id AND g.tag IN (:tags))',
        ...(category ? couponCategoryConditions.extensions.map((condition) => condition('t.id', ':category')) : []),
      ],
      values: { tags: tags ?? [], category: category ?? null },
    },
    sought: {
      max,
      sql: [
        text && `(${contains('t.name')} OR ${contains('t.title')} OR t.code = :text OR t.id = :text)`,
        states && `${stateColumn} IN (:states)`,
      ],
      values: { ...stateTimes(), text: text ?? null, lower: text?.toLowerCase() ?? null, states: states ?? [] },
    },
  });
}
