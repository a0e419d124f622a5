import type { Connection } from '../../kernel/database/database.ts';
import { keyset, numberKeyset, type Page, type Searched } from '../../kernel/database/paging.ts';
import { bind, type Value } from '../../kernel/database/statement.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import { creationRange, disorderedUpTo } from '../index/creation-order.ts';
import type { MarkKind } from '../index/session-mark.ts';
import { type CouponSession, fromSessionsBy, sessionColumns, sessionSelectList } from '../session/session.ts';

export type Which = {
  accountId: string;
  couponId: string;
  from: Instant | null | undefined;
  to: Instant | null | undefined;
};

interface SessionList {
  sessions: Clauses;
  /** The clauses that find a position in the list. Unless the creation time is limited, they read only an index. */
  positions: Clauses & { columns: string };
  /** The clauses that then select a page. */
  keyset: (page: Page) => ReturnType<typeof keyset>;
}

type Clauses = { sql: string; parameters: readonly Value[] };

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

/** Counts in the index without reading rows. Returns `BEYOND` if the list has fewer than `skipped` sessions. */
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

async function byCreation(connection: Connection, which: Which): Promise<SessionList> {
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

/** The states that have no index, because sessions leave them again or most sessions are in them. */
export const sessionStates = ['UNCLAIMED', 'LOCKED', 'VOIDED', 'EXPIRED'] as const;
export type StateFilter = (typeof sessionStates)[number];

export const stateConditions: Record<StateFilter, string> = {
  UNCLAIMED: 's.claimed_at IS NULL',
  LOCKED: 's.locked_at IS NOT NULL',
  VOIDED: 's.voided_at IS NOT NULL',
  EXPIRED: `${sessionColumns.expiresAt} <= :now`,
};

/** A time for cursors, which need one although sequence ids alone order this list. */
const noTime = '1970-01-01 00:00:00.000';

/**
 * The maximum number of sessions that a page reads, which takes up to 50 ms. A coupon can have millions of sessions in
 * other states.
 */
export const maxRead = 10_000;

/** Returns a page, newest first. If it has read the maximum number of sessions, it may be short. */
export async function pageByState(
  connection: Connection,
  { state, ...which }: Which & { state: StateFilter },
  page: Page,
  max = maxRead,
): Promise<Searched<CouponSession>> {
  const { sessions, positions, keyset } = await byCreation(connection, which);
  const place = keyset(page);
  const { ending } = keyset({ ...page, size: 0 });
  const [last] = await connection.rows<{ sequence: number }>(
    `SELECT ${positions.columns} ${positions.sql} ${place.condition} ${ending} OFFSET ${max - 1}`,
    [...positions.parameters, ...place.values],
  );
  const [condition, values] = bind(stateConditions[state], { now: now() });
  const found = await connection.rows<CouponSession>(
    `SELECT ${sessionSelectList} ${sessions.sql} ${place.condition}
       ${last ? `AND s.sequence ${page.backward ? '<=' : '>='} ?` : ''} AND ${condition} ${place.ending}`,
    [...sessions.parameters, ...place.values, ...(last ? [last.sequence] : []), ...values],
  );
  return { found, stoppedAt: last ? [noTime, last.sequence] : null };
}
