import { LessThan } from 'typeorm';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { findRows, insertRows, updateRows } from '../../kernel/database/rows.ts';
import { removeSequences, sequences } from '../../kernel/database/sequence.ts';
import { type Instant, toDate, toInstant } from '../../kernel/values/instant.ts';

/*
 * Sequence ids follow creation times, unless older sessions came from another product. This stores the id up to which
 * the order may differ.
 */

const nameFor = (couponId: string) => `unordered:${couponId}`;

interface Stored {
  first: number;
  last: number;
  oldest: Instant;
}

export async function noteDisorder(transaction: Transaction, couponId: string, stored: Stored): Promise<void> {
  const values = { ...stored, couponId, name: nameFor(couponId) };
  const [former] = await transaction.rows<{ createdAt: Instant }>(
    `SELECT s.created_at AS createdAt FROM coupon_sessions s WHERE s.coupon_id = :couponId AND s.sequence < :first
       ORDER BY s.sequence DESC LIMIT 1`,
    values,
  );
  if (!former || former.createdAt <= stored.oldest) return;
  const absent = { name: values.name, value: 0, reservedAt: null };
  await insertRows(transaction, sequences, [absent], { insert: transaction.dialect.insertIfAbsent });
  const { last } = stored;
  await updateRows(transaction, sequences, { name: values.name, value: LessThan(last) }, { value: last });
}

export async function disorderedUpTo(connection: Connection, couponId: string): Promise<number> {
  const [found] = await findRows(connection, sequences, { name: nameFor(couponId) }, { select: ['value'] });
  return found?.value ?? 0;
}

export async function forgetDisorder(transaction: Transaction, couponId: string): Promise<void> {
  await removeSequences(transaction, nameFor(couponId), `${nameFor(couponId)}~`);
}

interface Period {
  from: Instant | null | undefined;
  to: Instant | null | undefined;
}

interface Range {
  first: number;
  last: number;
}

/** How much older than the previous session a session may be. The clocks of processes may differ. */
const maxDisorderMilliseconds = 60_000;

/** The number of probes per statement. Eight statements are enough for 10¹² sequence ids. */
const probes = 32;

/**
 * Finds the range of sequence ids for creation times. These follow the ids, so a few reads are enough. The range may
 * include other sessions, and all up to `unordered`.
 */
export async function creationRange(
  connection: Connection,
  couponId: string,
  { from, to }: Period,
  unordered: number,
): Promise<Range> {
  const of = { connection, couponId };
  const all = await rangeOf(of);
  if (!all) return { first: 0, last: -1 };
  const ordered = { ...all, first: Math.max(all.first, unordered + 1) };
  if (ordered.first > ordered.last) return all;
  const [first, end] = await Promise.all([
    from ? firstSince(of, shifted(from, -maxDisorderMilliseconds), ordered) : ordered.first,
    to ? firstSince(of, shifted(to, maxDisorderMilliseconds), ordered) : ordered.last + 1,
  ]);
  return { first: all.first < ordered.first ? all.first : first, last: end - 1 };
}

function shifted(instant: Instant, milliseconds: number): Instant {
  return toInstant(new Date(toDate(instant).getTime() + milliseconds));
}

interface Sessions {
  connection: Connection;
  couponId: string;
}

const index = 'coupon_sessions_sequence';

async function rangeOf({ connection, couponId }: Sessions): Promise<Range | null> {
  const tables = `FROM coupon_sessions s ${connection.dialect.useIndex(index)} WHERE s.coupon_id = ?`;
  const [range] = await connection.rows<{ first: number | null; last: number | null }>(
    `SELECT (SELECT MIN(s.sequence) ${tables}) AS first, (SELECT MAX(s.sequence) ${tables}) AS last`,
    [couponId, couponId],
  );
  return range?.first == null || range.last == null ? null : { first: range.first, last: range.last };
}

/** Returns the smallest id such that no session before it was created at the time or later. */
async function firstSince(of: Sessions, time: Instant, { first, last }: Range): Promise<number> {
  let [low, high] = [first, last + 1];
  while (low < high) {
    const step = Math.max(1, (high - low) / probes);
    const at = Array.from({ length: probes }, (_, number) => Math.min(high - 1, low + Math.floor(number * step)));
    const found = await areSince(of, time, at);
    const reached = found.indexOf(true);
    if (reached === 0) return low;
    low = (at.at(reached === -1 ? -1 : reached - 1) ?? high) + 1;
    if (reached > 0) high = at[reached] ?? high;
  }
  return low;
}

/** Returns, for each id, whether the first session from it on was created at the time or later. */
async function areSince({ connection, couponId }: Sessions, time: Instant, ids: readonly number[]): Promise<boolean[]> {
  const columns = ids.map(
    (_, number) =>
      `(SELECT s.created_at >= ? FROM coupon_sessions s ${connection.dialect.useIndex(index)}
        WHERE s.coupon_id = ? AND s.sequence >= ? ORDER BY s.sequence LIMIT 1) AS since${number}`,
  );
  const [row] = await connection.rows<Record<string, number | null>>(
    `SELECT ${columns.join(', ')}`,
    ids.flatMap((id) => [time, couponId, id]),
  );
  return ids.map((_, number) => row?.[`since${number}`] !== 0);
}
