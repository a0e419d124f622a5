import { Not } from 'typeorm';
import { coupons as couponsTable } from '../../coupons/coupon/coupon.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { rowPages } from '../../kernel/database/row-pages.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { validationCodes } from './validation-code.ts';

/* The session id of withheld codes, which no session has. Unused codes of a restored pool may belong to customers. */
const withheld = 0;

const atOnce = 1000;

export interface KeptCodes {
  coupon: string;
  codes: number;
}

/** Withholds the next codes of each pool. If `max` is null, withholds all that look unused. */
export async function withholdCodes(database: Database, max: number | null): Promise<KeptCodes[]> {
  const kept: KeptCodes[] = [];
  for (const coupon of await couponsWithPool(database)) {
    let codes = 0;
    for (let changed = atOnce; changed === atOnce; codes += changed) {
      const limit = Math.min(atOnce, (max ?? Number.MAX_SAFE_INTEGER) - codes);
      if (limit === 0) break;
      changed = await database.transaction((transaction) =>
        transaction.change(
          `UPDATE validation_codes SET sequence = ${withheld}
           WHERE coupon_id = ? AND sequence IS NULL AND position IS NOT NULL ORDER BY position LIMIT ${limit}`,
          [coupon],
        ),
      );
    }
    if (codes > 0) kept.push({ coupon, codes });
  }
  return kept;
}

/** Makes withheld codes usable again: all of them, or those after a given code. Returns their number. */
export function releaseCodes(transaction: Transaction, coupon: string, after: string | null): Promise<number> {
  return transaction.change(
    `UPDATE validation_codes SET sequence = NULL WHERE coupon_id = :coupon AND sequence = ${withheld}
       ${after === null ? '' : 'AND position > (SELECT p.position FROM (SELECT position FROM validation_codes WHERE coupon_id = :coupon AND code = :after) AS p)'}`,
    { coupon, after },
  );
}

/** Records the codes that a lost database gave to sessions, so that no other session gets them. */
export async function noteGivenCodes(database: Database, lost: Connection): Promise<KeptCodes[]> {
  const kept: KeptCodes[] = [];
  const coupons = await lost.rows<{ coupon: string }>('SELECT DISTINCT v.coupon_id AS coupon FROM validation_codes v');
  for (const { coupon } of coupons) {
    let codes = 0;
    const which = { couponId: coupon, sequence: Not(null) };
    const paging = { by: 'code', take: atOnce, select: ['code', 'sequence'] } as const;
    for await (const given of rowPages(lost, validationCodes, which, paging))
      codes += await noteGiven(database, coupon, given);
    if (codes > 0) kept.push({ coupon, codes });
  }
  return kept;
}

async function noteGiven(
  database: Database,
  couponId: string,
  given: readonly { code: string; sequence: number | null }[],
): Promise<number> {
  const known = await findRows(
    database,
    validationCodes,
    { couponId, code: given.map(({ code }) => code), sequence: Not(null) },
    { select: ['code'] },
  );
  const present = new Set(known.map(({ code }) => code));
  const unknown = given.filter(({ code }) => !present.has(code));
  if (unknown.length === 0) return 0;
  const rows = JSON.stringify(unknown.map(({ code, sequence }) => [code, String(sequence)]));
  await database.transaction(({ change, dialect }) =>
    change(
      `INSERT INTO validation_codes (coupon_id, code, sequence)
         SELECT :couponId, r.code, r.sequence FROM ${dialect.jsonRows(':rows', ['code', 'sequence'])} AS r WHERE 1 = 1
         ${dialect.overwrite('coupon_id, code', 'sequence')}`,
      { couponId, rows },
    ),
  );
  return unknown.length;
}

/** Counts the coupons that could draw a lost code again. */
export async function countDrawingCoupons(connection: Connection): Promise<number> {
  const [counted] = await connection.rows<{ amount: number }>(
    'SELECT COUNT(DISTINCT s.coupon_id) AS amount FROM validation_code_spaces s',
  );
  return Number(counted?.amount ?? 0);
}

async function couponsWithPool(connection: Connection): Promise<string[]> {
  const coupons = await findRows(
    connection,
    couponsTable,
    { poolSince: Not(null) },
    { select: ['id'], order: { id: 'ASC' } },
  );
  return coupons.map(({ id }) => id);
}
