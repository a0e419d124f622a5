import { And, LessThanOrEqual, MoreThan } from 'typeorm';
import { coupons } from '../../coupons/coupon/coupon.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { CampaignProblem } from '../../vocabulary/campaign-problem.ts';
import { validationCodes } from './validation-code.ts';

type ImportErrorReason = 'EMPTY' | 'TOO_LONG' | 'INVALID_CHARACTER' | 'SEVERAL_CELLS' | 'REPEATED' | 'ALREADY_THERE';

export interface ImportError {
  line: number;
  code: string;
  reason: ImportErrorReason;
}

export interface NumberedCode {
  line: number;
  code: string;
}

/**
 * Adds codes to the pool, and returns those that the coupon already had. From then on, a claim of a session without a
 * code takes one from the pool.
 */
export async function addToPool(
  transaction: Transaction,
  couponId: string,
  codes: readonly NumberedCode[],
  first: number,
): Promise<ImportError[]> {
  await transaction.change('UPDATE coupons SET pool_since = COALESCE(pool_since, ?) WHERE id = ?', [now(), couponId]);
  const values = {
    couponId,
    first: first - 1,
    last: first + codes.length - 1,
    rows: JSON.stringify(codes.map(({ code }) => [code])),
  };
  const rows = `${transaction.dialect.jsonRows(':rows', ['code'])} AS r`;
  const added = await transaction.change(
    `${transaction.dialect.insertIfAbsent} INTO validation_codes (coupon_id, code, position)
       SELECT :couponId, r.code, :first + r.ordinal FROM ${rows}`,
    values,
  );
  if (added === codes.length) return [];
  const position = And(MoreThan(values.first), LessThanOrEqual(values.last));
  const mine = await findRows(transaction, validationCodes, { couponId, position }, { select: ['code'] });
  const known = new Set(mine.map(({ code }) => code));
  return codes.filter(({ code }) => !known.has(code)).map((row) => ({ ...row, reason: 'ALREADY_THERE' as const }));
}

/**
 * Locks the session. Returns its coupon and sequence id. Returns null if it need not take a code from the pool to be
 * claimed.
 */
export async function poolOf(
  transaction: Transaction,
  session: string,
): Promise<{ couponId: string; sequence: number } | null> {
  const [held] = await transaction.rows<{ couponId: string; sequence: number; code: string | null }>(
    `SELECT s.coupon_id AS couponId, s.sequence AS sequence, s.custom_validation_code AS code
     FROM coupon_sessions s WHERE s.session = ? ${transaction.dialect.forUpdate}`,
    [session],
  );
  if (!held || held.code !== null) return null;
  const [coupon] = await findRows(transaction, coupons, { id: held.couponId }, { select: ['poolSince'] });
  return coupon?.poolSince ? held : null;
}

/**
 * Takes codes from the pool. Rejects with `VALIDATION_CODES_EXHAUSTED`. Waits for locked codes only if too few others
 * are left.
 */
export async function takeCodes(
  transaction: Transaction,
  couponId: string,
  sequences: readonly number[],
): Promise<void> {
  const { dialect } = transaction;
  const free = (lock: string) =>
    transaction.rows<{ code: string }>(
      `SELECT v.code AS code FROM validation_codes v WHERE v.coupon_id = ? AND v.sequence IS NULL AND v.position IS NOT NULL
       ORDER BY v.position LIMIT ${sequences.length} ${lock}`,
      [couponId],
    );
  let codes = await free(dialect.forUpdateSkipLocked);
  if (codes.length < sequences.length) codes = await free(dialect.forUpdate);
  if (codes.length < sequences.length)
    throw new CampaignProblem('VALIDATION_CODES_EXHAUSTED', couponId, 'The pool of validation codes is empty.');
  const rows = JSON.stringify(sequences.map((sequence, index) => [codes[index]?.code, String(sequence)]));
  await transaction.change(
    `INSERT INTO validation_codes (coupon_id, code, sequence)
       SELECT :couponId, r.code, r.sequence FROM ${dialect.jsonRows(':rows', ['code', 'sequence'])} AS r WHERE 1 = 1
       ${dialect.overwrite('coupon_id, code', 'sequence')}`,
    { couponId, rows },
  );
  await transaction.change(
    `UPDATE coupon_sessions AS s SET custom_validation_code =
         (SELECT v.code FROM validation_codes v WHERE v.coupon_id = s.coupon_id AND v.sequence = s.sequence)
       WHERE s.coupon_id = :couponId AND s.custom_validation_code IS NULL AND s.sequence IN (:sequences)`,
    { couponId, sequences: sequences.map(String) },
  );
}

const longest = 100;

export function checkCodes(rows: readonly NumberedCode[]): { good: NumberedCode[]; skipped: ImportError[] } {
  const seen = new Set<string>();
  const good: NumberedCode[] = [];
  const skipped: ImportError[] = [];
  for (const { line, code } of rows) {
    const reason = reasonToSkip(code, seen);
    if (reason) skipped.push({ line, code: code.slice(0, longest), reason });
    else good.push({ line, code });
    seen.add(code);
  }
  return { good, skipped };
}

function reasonToSkip(code: string, seen: Set<string>): ImportErrorReason | null {
  if (code.trim() === '') return 'EMPTY';
  if (code.length > longest) return 'TOO_LONG';
  if (!/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(code)) return 'INVALID_CHARACTER';
  return seen.has(code) ? 'REPEATED' : null;
}
