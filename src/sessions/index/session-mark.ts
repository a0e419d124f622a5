import { column, type Stored, table } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { deleteRows, insertRows } from '../../kernel/database/rows.ts';
import type { Value } from '../../kernel/database/statement.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import type { Instant } from '../../kernel/values/instant.ts';

/** The times by which sessions are listed: `opened_at`, `claimed_at` and `validated_at`. */
const kinds = ['opened', 'claimed', 'validated'] as const;
export type MarkKind = (typeof kinds)[number];

/**
 * The place of a session in the order of one of these times. The primary key has this order. Most sessions lack these
 * times, so an index on each of them would consist mostly of NULLs.
 */
type SessionMark = Stored<typeof sessionMarks>;

export const sessionMarks = table({
  name: 'SessionMark',
  tableName: 'session_marks',
  columns: {
    couponId: column.key(column.text(16)),
    kind: column.key(column.text<MarkKind>(10)),
    at: column.key(column.instant),
    sequence: column.key(column.bigNumber),
  },
});

type Marked = { couponId: string; sequence: number } & { [Kind in MarkKind as `${Kind}At`]?: Instant | null };

/** Inserts marks. The sessions must have been read after the change. */
export async function insertMarks(
  transaction: Transaction,
  sessions: readonly Marked[],
  ofKinds: readonly MarkKind[],
): Promise<void> {
  const marks = ofKinds.flatMap((kind) => sessions.flatMap((session) => marksOf(session, kind)));
  await insertRows(transaction, sessionMarks, marks, { insert: transaction.dialect.insertIfAbsent });
}

function marksOf(session: Marked, kind: MarkKind): SessionMark[] {
  const { couponId, sequence } = session;
  const at = session[`${kind}At`];
  return at ? [{ couponId, kind, at, sequence }] : [];
}

/** Adds marks for the sessions `s` of the statement. Locks the sessions, and skips marks that exist. */
export async function addMarks(
  transaction: Transaction,
  where: string,
  values: Record<string, Value | readonly string[]>,
  ofKinds: readonly MarkKind[],
): Promise<void> {
  for (const kind of ofKinds)
    await transaction.change(
      `${transaction.dialect.insertIfAbsent} INTO session_marks (coupon_id, kind, at, sequence)
         SELECT s.coupon_id, '${kind}', s.${kind}_at, s.sequence FROM coupon_sessions s
         WHERE ${where} AND s.${kind}_at IS NOT NULL ${transaction.dialect.forShare}`,
      values,
    );
}

export async function removeMarks(transaction: Transaction, session: Marked): Promise<void> {
  for (const { couponId, kind, at, sequence } of kinds.flatMap((each) => marksOf(session, each)))
    await deleteRows(transaction, sessionMarks, { couponId, kind, at, sequence });
}

interface LosableMark {
  couponId: string;
  sequence: number;
  kind: MarkKind;
  at: Instant;
}

/**
 * Returns the marks that a transition may remove, and locks the sessions. Call it before the transition, which
 * clears the times.
 */
export async function losableMarks(
  transaction: Transaction,
  kind: MarkKind | undefined,
  { sessions, accountId }: { sessions: readonly string[]; accountId: string },
): Promise<LosableMark[]> {
  if (!kind) return [];
  return transaction.rows<LosableMark>(
    `SELECT s.coupon_id AS couponId, s.sequence AS sequence, '${kind}' AS kind, s.${kind}_at AS at
       FROM coupon_sessions s WHERE s.session IN (:sessions) AND s.account_id = :accountId AND s.${kind}_at IS NOT NULL
       ${transaction.dialect.forUpdate}`,
    { sessions, accountId },
  );
}

export async function removeLostMarks(
  transaction: Transaction,
  losable: readonly LosableMark[],
  changed: readonly { sequence: number }[],
): Promise<void> {
  if (losable.length === 0) return;
  const sequences = new Set(changed.map(({ sequence }) => sequence));
  for (const { couponId, sequence, kind, at } of losable)
    if (sequences.has(sequence)) await removeMarks(transaction, { couponId, sequence, [`${kind}At`]: at });
}

export const removeMarksOfCoupon = removeRows('session_marks', 'coupon_id');
