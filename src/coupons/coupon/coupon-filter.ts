import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { keyset, type Page } from '../../kernel/database/paging.ts';
import { bind } from '../../kernel/database/statement.ts';
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

/** No index finds texts and states, so a page looks through this many coupons at most. */
const mostSearched = 20_000;

const columns = selectList(columnsOf(coupons, 'c'));

/** Returns a page of the coupons of an account, newest first, and one more if a further page exists. */
export function filteredCoupons(
  connection: Connection,
  accountId: string,
  filter: CouponFilter,
  page: Page,
  most = mostSearched,
): Promise<Coupon[]> {
  const { condition, ending, values } = keyset(page, 'c.created_at', 'c.id');
  const [where, parameters] = bind(listed(filter), { ...valuesOf(filter), accountId });
  const given = `FROM coupons c WHERE ${where} ${condition}`;
  const [searched, soughtValues] = bind(sought(filter, connection), valuesOf(filter));
  if (!searched) return connection.rows<Coupon>(`SELECT ${columns} ${given} ${ending}`, [...parameters, ...values]);
  const window = `SELECT c.id AS id ${given} ${keyset({ ...page, size: most - 1 }, 'c.created_at', 'c.id').ending}`;
  return connection.rows<Coupon>(
    `SELECT ${columns} FROM (${window}) AS w JOIN coupons c ON c.id = w.id WHERE ${searched} ${ending}`,
    [...parameters, ...values, ...soughtValues],
  );
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
