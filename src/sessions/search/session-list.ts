import type { Connection } from '../../kernel/database/database.ts';
import { keyset, numberKeyset, type Page } from '../../kernel/database/paging.ts';
import { bind, type Value } from '../../kernel/database/statement.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { disorderedUpTo } from '../index/creation-disorder.ts';
import { creationRange } from '../index/creation-range.ts';
import type { MarkKind } from '../index/session-mark.ts';
import { type CouponSession, fromSessionsBy, sessionSelectList } from '../session/session.ts';

/** The sessions of a coupon within a period of the time that orders the list. */
export type Which = {
  accountId: string;
  couponId: string;
  from: Instant | null | undefined;
  to: Instant | null | undefined;
};

/** The parts of the statements for a list of sessions, newest first. */
interface SessionList {
  sessions: Clauses;
  /** Those for their positions in the list, which are read from an index alone unless the creation time is limited. */
  positions: Clauses & { columns: string };
  /** Returns the part that follows these clauses, for a page. */
  keyset: (page: Page) => ReturnType<typeof keyset>;
}

type Clauses = { sql: string; parameters: readonly Value[] };

/** Returns a page of sessions, newest first, after `offset` others. */
export async function pageOfSessions(
  connection: Connection,
  order: MarkKind | 'created',
  which: Which,
  page: Page,
  offset: number,
): Promise<CouponSession[]> {
  const list = order === 'created' ? await byCreation(connection, which) : byMark(connection, order, which);
  const from = offset > 0 ? await startOf(connection, list, offset) : page.from;
  if (from === 'BEYOND') return [];
  const { condition, ending, values } = list.keyset({ ...page, from });
  const { sql, parameters } = list.sessions;
  return connection.rows<CouponSession>(`SELECT ${sessionSelectList} ${sql} ${condition} ${ending}`, [
    ...parameters,
    ...values,
  ]);
}

/**
 * Returns the position after the first `skipped` sessions, or `BEYOND` when there are fewer. The query counts them in
 * the index without reading their rows.
 */
async function startOf(connection: Connection, list: SessionList, skipped: number): Promise<Page['from'] | 'BEYOND'> {
  const { columns, sql, parameters } = list.positions;
  const { ending } = list.keyset({ size: 0, backward: false, from: null });
  const [last] = await connection.rows<{ time: string; sequence: number }>(
    `SELECT ${columns} ${sql} ${ending} OFFSET ${skipped - 1}`,
    parameters,
  );
  return last ? [last.time, String(last.sequence)] : 'BEYOND';
}

const visible = 'c.account_id = :accountId AND c.deleted_at IS NULL';

/** Sessions have the order of their sequence ids. */
export async function byCreation(connection: Connection, which: Which): Promise<SessionList> {
  const { dialect } = connection;
  const limited = which.from || which.to;
  const unordered = limited ? await disorderedUpTo(connection, which.couponId) : 0;
  const range = limited ? await creationRange(connection, which.couponId, which, unordered) : {};
  const values = { ...which, ...range };
  const conditions = [
    's.coupon_id = :couponId',
    ...(limited ? ['s.sequence >= :first AND s.sequence <= :last'] : []),
    ...periodOf('s.created_at', which),
  ].join(' AND ');
  return {
    sessions: clauses(`${fromSessionsBy(dialect, 'sequence')} WHERE ${conditions} AND ${visible}`, values),
    positions: {
      columns: `'' AS time, s.sequence AS sequence`,
      ...clauses(`FROM coupon_sessions s ${dialect.useIndex('coupon_sessions_sequence')} WHERE ${conditions}`, values),
    },
    keyset: (page) => numberKeyset(page, 's.sequence'),
  };
}

function byMark({ dialect }: Connection, kind: MarkKind, which: Which): SessionList {
  const { orderedJoin } = dialect;
  const conditions = [`m.coupon_id = :couponId AND m.kind = '${kind}'`, ...periodOf('m.at', which)].join(' AND ');
  return {
    sessions: clauses(
      `FROM coupons c ${orderedJoin} session_marks m ON m.coupon_id = c.id
       ${orderedJoin} coupon_sessions s ON s.sequence = m.sequence
       WHERE c.id = :couponId AND ${visible} AND ${conditions} AND s.${kind}_at = m.at`,
      which,
    ),
    positions: {
      columns: 'm.at AS time, m.sequence AS sequence',
      ...clauses(`FROM session_marks m WHERE ${conditions}`, which),
    },
    keyset: (page) => keyset(page, 'm.at', 'm.sequence'),
  };
}

function periodOf(time: string, { from, to }: Which): string[] {
  return [...(from ? [`${time} >= :from`] : []), ...(to ? [`${time} < :to`] : [])];
}

function clauses(text: string, values: Parameters<typeof bind>[1]): Clauses {
  const [sql, parameters] = bind(text, values);
  return { sql, parameters };
}
