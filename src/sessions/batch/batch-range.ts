import { And, LessThanOrEqual, MoreThanOrEqual } from 'typeorm';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { Conflict } from '../../kernel/database/failures.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { Problem, type ProblemCode, problems } from '../../kernel/problem.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { BulkProblem } from '../../vocabulary/campaign-problem.ts';
import { addMarks } from '../index/session-mark.ts';
import { couponSessions, fromSessions } from '../session/session.ts';
import { recordSessionsWhere } from '../session/session-events.ts';
import {
  alsoColumn,
  isAnyChanged,
  isChangedByTransition,
  needsCode,
  problemOf,
  type SessionData,
  type Transition,
  type TransitionName,
  transitions,
  updateStatement,
} from '../transition/transition.ts';
import { newTransitionId } from '../transition/transition-executor.ts';
import { takeCodes } from '../validation-code/code-pool.ts';

export interface Range {
  couponId: string;
  first: number;
  last: number;
}

interface RangeChange extends Range {
  name: TransitionName;
  accountId: string;
  keyId: string;
  data: SessionData;
}

/**
 * The number of sessions per step. MariaDB holds the auto-increment lock of `events` until a statement ends, and other
 * calls wait for it.
 */
const chunk = 1000;

/**
 * Finds the range. A single id of another coupon is not found. There are separate errors for ids of different coupons,
 * and for two ids of another coupon.
 */
export async function findRange(
  connection: Connection,
  accountId: string,
  couponId: string,
  given: { start?: number | null | undefined; end?: number | null | undefined },
): Promise<Range> {
  const { start, end } = given;
  const startOf = await couponOf(connection, accountId, start);
  const endOf = await couponOf(connection, accountId, end);
  const alone = start == null || end == null;
  if (start != null && (!startOf || (alone && startOf !== couponId))) throw new Problem('START_SEQUENCE_NOT_FOUND');
  if (end != null && (!endOf || (alone && endOf !== couponId))) throw new Problem('END_SEQUENCE_NOT_FOUND');
  if (!alone && startOf !== endOf) throw new Problem('SEQUENCES_OF_DIFFERENT_COUPONS');
  if (!alone && startOf !== couponId) throw new Problem('SEQUENCES_OF_OTHER_COUPON');
  if (!alone && end < start) throw new Problem('SEQUENCE_ORDER');
  return { couponId, first: start ?? 0, last: end ?? Number.MAX_SAFE_INTEGER };
}

async function couponOf(connection: Connection, accountId: string, sequence?: number | null): Promise<string | null> {
  if (sequence == null) return null;
  const [session] = await connection.rows<{ couponId: string }>(
    `SELECT s.coupon_id AS couponId ${fromSessions} WHERE s.sequence = ? AND s.account_id = ? AND c.deleted_at IS NULL`,
    [sequence, accountId],
  );
  return session?.couponId ?? null;
}

/**
 * The maximum number of sessions of a range. Their locks stay until the last change, which takes up to 15 seconds for
 * this many.
 */
const maxInRange = 250_000;

/** Checks the length of a range. Throws `RANGE_TOO_LONG`. Reads at most one session over the limit. */
export async function requireShortRange(
  connection: Connection,
  { couponId, first, last }: Range,
  max = maxInRange,
): Promise<void> {
  if (last - first < max) return;
  const [beyond] = await connection.rows(
    `SELECT s.sequence FROM coupon_sessions s ${connection.dialect.useIndex('coupon_sessions_sequence')}
     WHERE s.coupon_id = ? AND s.sequence BETWEEN ? AND ? ORDER BY s.sequence LIMIT 1 OFFSET ${max}`,
    [couponId, first, last],
  );
  if (beyond) throw new Problem('RANGE_TOO_LONG');
}

/** Changes all sessions of the range, or none. Returns their number. */
export async function changeRange(transaction: Transaction, given: RangeChange, at: Instant): Promise<number> {
  const transition: Transition = transitions[given.name];
  // Excludes sessions that are added later.
  const change = { ...given, last: await lastOfWilling(transaction, given, transition, at) };
  if (transition.claims) await takeRangeCodes(transaction, change);
  let total = 0;
  for await (const part of partsOf(transaction, change)) {
    await changePart(transaction, change, transition, part, at);
    total += part.sequences.length;
  }
  return total;
}

async function takeRangeCodes(transaction: Transaction, { couponId, first, last }: Range): Promise<void> {
  const needing = await transaction.rows<{ sequence: number }>(
    `SELECT s.sequence AS sequence ${fromSessions}
     WHERE s.coupon_id = ? AND s.sequence BETWEEN ? AND ? AND ${needsCode} ORDER BY s.sequence`,
    [couponId, first, last],
  );
  for (let start = 0; start < needing.length; start += chunk) {
    const part = needing.slice(start, start + chunk).map(({ sequence }) => sequence);
    await takeCodes(transaction, couponId, part);
  }
}

const inRange = 's.coupon_id = :couponId AND s.sequence BETWEEN :first AND :last';

/**
 * Returns the last sequence id of the range. Rejects with `SESSIONS_REFUSED` if any of its sessions refuses the
 * transition.
 */
async function lastOfWilling(
  transaction: Transaction,
  { couponId, first, last }: Range,
  transition: Transition,
  at: string,
): Promise<number> {
  const groups = await transaction.rows<{ problem: ProblemCode | null; count: number; last: number }>(
    `SELECT ${problemOf(transition)} AS problem, COUNT(*) AS count, MAX(s.sequence) AS last ${fromSessions}
       WHERE ${inRange} GROUP BY problem`,
    { couponId, first, last, now: at, holdKey: '', location: null },
  );
  const refused = groups.flatMap(({ problem, count }) => (problem ? [{ code: problem, count: Number(count) }] : []));
  if (refused.length === 0) return groups[0]?.last ?? 0;
  const message = refused.map(({ code, count }) => `${count} sessions: ${problems[code]}`).join(' ');
  throw new BulkProblem('SESSIONS_REFUSED', couponId, message, refused);
}

interface Part extends Range {
  sequences: number[];
}

async function* partsOf(transaction: Transaction, { couponId, first, last }: Range): AsyncGenerator<Part> {
  for (let from = first; ; ) {
    const rows = await findRows(
      transaction,
      couponSessions,
      { couponId, sequence: And(MoreThanOrEqual(from), LessThanOrEqual(last)) },
      { select: ['sequence'], order: { sequence: 'ASC' }, take: chunk, index: 'coupon_sessions_sequence' },
    );
    const end = rows.at(-1)?.sequence;
    if (end === undefined) return;
    yield { couponId, first: from, last: end, sequences: rows.map(({ sequence }) => sequence) };
    if (rows.length < chunk) return;
    from = end + 1;
  }
}

async function changePart(
  transaction: Transaction,
  change: RangeChange,
  transition: Transition,
  { sequences, ...part }: Part,
  at: string,
): Promise<void> {
  const { data, ...rest } = change;
  const values = {
    ...rest,
    ...data,
    ...part,
    claimType: 'BATCH',
    holdKey: '',
    location: null,
    now: at,
    transitionId: newTransitionId(),
  };
  const which = { index: 'sequence', condition: inRange } as const;
  const changed = await transaction.change(updateStatement(transaction.dialect, transition, which, data), values);
  if (changed > 0) {
    transaction.provenBy((connection) => isAnyChanged(connection, which, values));
    const event = { type: transition.type, keyId: change.keyId, columns: alsoColumn(transition) };
    const stamped = `${inRange} AND ${isChangedByTransition}`;
    await recordSessionsWhere(transaction, event, stamped, values);
    if (transition.marks) await addMarks(transaction, stamped, values, transition.marks);
  }
  const mayStay = (Object.keys(data).length === 0 && transition.unchangedIf) || '1 = 0';
  const left = await transaction.rows<{ sequence: number }>(
    `SELECT s.sequence AS sequence ${fromSessions}
       WHERE ${inRange} AND COALESCE(s.transition_id, 0) NOT IN (:transitionId, :transitionId + 1) AND NOT (${mayStay})`,
    values,
  );
  // Another transaction has changed a session since the check. Sessions added since then do not count.
  const meant = new Set(sequences);
  if (left.some(({ sequence }) => meant.has(sequence))) throw new Conflict();
}
