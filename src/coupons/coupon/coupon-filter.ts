import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { keyset, type Page, type Searched, upToKeys } from '../../kernel/database/paging.ts';
import { bind, type Value } from '../../kernel/database/statement.ts';
import { type Coupon, coupons } from './coupon.ts';
import { couponCategoryConditions } from './coupon-extensions.ts';
import { type CouponState, stateColumn, stateTimes } from './coupon-state.ts';

/** Selects the coupons that meet every given condition. */
export interface CouponFilter {
  text?: string | null | undefined;
  states?: readonly CouponState[] | null | undefined;
  status?: Coupon['status'] | null | undefined;
  folder?: string | null | undefined;
  tags?: readonly string[] | null | undefined;
  category?: string | null | undefined;
}

/** No index finds texts and states, so a page looks through this many coupons at most: about 30 ms on SQLite. */
const mostSearched = 10_000;

const columns = selectList(columnsOf(coupons, 'c'));

/**
 * Returns a page of the coupons of an account, newest first, and one more if a further page exists. A search is short
 * when the last coupon that it may look at ended it.
 */
export async function filteredCoupons(
  connection: Connection,
  accountId: string,
  filter: CouponFilter,
  page: Page,
  most = mostSearched,
): Promise<Searched<Coupon>> {
  const { condition, ending, values } = keyset(page, 'c.created_at', 'c.id');
  const [where, parameters] = bind(listed(filter), { ...valuesOf(filter), accountId });
  const given = `FROM coupons c WHERE ${where} ${condition}`;
  const [searched, soughtValues] = bind(sought(filter, connection), valuesOf(filter));
  const last = searched && (await lastSearched(connection, given, [...parameters, ...values], page, most));
  const stop = upToKeys(page, last || null, 'c.created_at', 'c.id');
  const found = await connection.rows<Coupon>(
    `SELECT ${columns} ${given} ${stop.condition} ${searched && `AND ${searched}`} ${ending}`,
    [...parameters, ...values, ...stop.values, ...soughtValues],
  );
  return { found, stoppedAt: last || null };
}

/** Returns the keys of the last coupon that a search looks at, or null if it reaches the end of the list. */
async function lastSearched(
  connection: Connection,
  given: string,
  values: Value[],
  page: Page,
  most: number,
): Promise<[string, string] | null> {
  const { ending } = keyset({ ...page, size: 0 }, 'c.created_at', 'c.id');
  const [last] = await connection.rows<Pick<Coupon, 'createdAt' | 'id'>>(
    `SELECT c.created_at AS createdAt, c.id AS id ${given} ${ending} OFFSET ${most - 1}`,
    values,
  );
  return last ? [last.createdAt, last.id] : null;
}

/** The conditions that are checked for any number of coupons. */
function listed({ status, folder, tags, category }: CouponFilter): string {
  return [
    'c.account_id = :accountId AND c.deleted_at IS NULL',
    ...(status ? ['c.status = :status'] : []),
    ...(folder ? ['c.folder_id = :folder'] : []),
    ...(tags?.length ? ['EXISTS (SELECT 1 FROM coupon_tags t WHERE t.coupon_id = c.id AND t.tag IN (:tags))'] : []),
    ...(category ? couponCategoryConditions.extensions.map((condition) => condition('c.id', ':category')) : []),
  ].join(' AND ');
}

/** The conditions that are checked for at most `mostSearched` coupons. */
function sought({ text, states }: CouponFilter, { dialect }: Connection): string {
  const contains = (column: string) => `INSTR(${dialect.lowerCase(column)}, :lower) > 0`;
  return [
    ...(text ? [`(${contains('c.name')} OR ${contains('c.title')} OR c.code = :text OR c.id = :text)`] : []),
    ...(states ? [`${stateColumn} IN (:states)`] : []),
  ].join(' AND ');
}

function valuesOf({ text = null, states, status = null, folder = null, tags, category = null }: CouponFilter) {
  const lower = text?.toLowerCase() ?? null;
  return { ...stateTimes(), text, lower, states: states ?? [], status, folder, tags: tags ?? [], category };
}
