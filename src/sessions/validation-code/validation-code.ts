import { And, LessThan, MoreThanOrEqual } from 'typeorm';
import { column, table } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { bind } from '../../kernel/database/statement.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { Problem } from '../../kernel/problem.ts';
import { randomFrom } from '../../kernel/values/random-ids.ts';

/**
 * The codes of coupons. The primary key keeps a coupon from using a code again, even after its session was deleted.
 */
export const validationCodes = table({
  name: 'ValidationCode',
  tableName: 'validation_codes',
  columns: {
    couponId: column.key(column.text(16)),
    code: column.key(column.text(100)),
    /** The session that has the code. Null for an unused code in the pool. */
    sequence: column.bigNumberOrNull,
    /** The position in the pool. Null for a code that was generated. */
    position: column.bigNumberOrNull,
  },
  indices: [{ name: 'validation_codes_pool', columns: ['couponId', 'sequence', 'position'] }],
});

export const validationCodeSpaces = table({
  name: 'ValidationCodeSpace',
  tableName: 'validation_code_spaces',
  columns: {
    couponId: column.key(column.text(16)),
    form: column.key(column.text(150)),
    used: column.bigNumber,
  },
});

/** The form of generated codes. Each `#` in the pattern stands for a character of the alphabet. */
export interface CodeForm {
  pattern: string;
  alphabet: string;
}

export const digits = '0123456789';
export const digitsAndLetters = `${digits}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

/** Removes characters that are easily confused. */
export function withoutLookAlikes(alphabet: string): string {
  return alphabet.replace(/[0O1IL]/g, '');
}

export const autoValCodes = ['DIGITS_6', 'DIGITS_8', 'DIGITS_10'] as const;
export type AutoValCode = (typeof autoValCodes)[number];

const autoForms: Record<AutoValCode, CodeForm> = {
  DIGITS_6: { pattern: '######', alphabet: digits },
  DIGITS_8: { pattern: '########', alphabet: digits },
  DIGITS_10: { pattern: '##########', alphabet: digits },
};

/** Draws a new code. Rejects with `VALIDATION_CODES_EXHAUSTED` if 90% of the possible codes are used. */
export async function drawValidationCode(
  transaction: Transaction,
  couponId: string,
  auto: AutoValCode,
  sequence: number,
): Promise<string> {
  const form = autoForms[auto];
  await useSpace(transaction, couponId, form, 1, 0.9 * spaceOf(form));
  const { codes } = await drawCodes(transaction, couponId, form, sequence, 1);
  return codes[0] ?? '';
}

/** Reserves codes. Rejects with `VALIDATION_CODES_EXHAUSTED` if fewer than ten times as many are left. */
export async function reserveCodes(
  transaction: Transaction,
  couponId: string,
  form: CodeForm,
  amount: number,
): Promise<void> {
  await useSpace(transaction, couponId, form, amount, spaceOf(form) - 9 * amount);
}

export interface DrawnCodes {
  codes: string[];
  /** How many of the generated codes the coupon already had. */
  collisions: number;
}

/** If this many rounds find no new code, the space must be used up by imported codes or other forms. */
const fruitlessDraws = 1000;

/** Draws codes for up to 10,000 consecutive sessions, until each session has a new one. */
export async function drawCodes(
  transaction: Transaction,
  couponId: string,
  form: CodeForm,
  first: number,
  amount: number,
): Promise<DrawnCodes> {
  const random = randomFrom(form.alphabet);
  const draw = () => form.pattern.replace(/#+/g, (places) => random(places.length));
  const codes = Array.from({ length: amount }, draw);
  let open = codes.map((_, index) => index);
  let collisions = 0;
  let fruitless = 0;
  while (open.length > 0) {
    const rows = JSON.stringify(open.map((index) => [codes[index], String(first + index)]));
    const inserted = await transaction.change(insertCodes(transaction), { couponId, rows });
    if (inserted === open.length) break;
    fruitless = inserted > 0 ? 0 : fruitless + 1;
    if (fruitless === fruitlessDraws) throw new Problem('VALIDATION_CODES_EXHAUSTED');
    open = await collided(transaction, couponId, first, codes, open);
    collisions += open.length;
    for (const index of open) codes[index] = draw();
  }
  return { codes, collisions };
}

function insertCodes({ dialect }: Transaction): string {
  return `${dialect.insertIfAbsent} INTO validation_codes (coupon_id, code, sequence)
    SELECT :couponId, r.code, r.sequence FROM ${dialect.jsonRows(':rows', ['code', 'sequence'])} AS r`;
}

/** Returns the indexes of codes that the coupon already had. */
async function collided(
  transaction: Transaction,
  couponId: string,
  first: number,
  codes: readonly string[],
  open: readonly number[],
): Promise<number[]> {
  const sequence = And(MoreThanOrEqual(first), LessThan(first + codes.length));
  const rows = await findRows(transaction, validationCodes, { couponId, sequence }, { select: ['sequence'] });
  const served = new Set(rows.map(({ sequence }) => Number(sequence) - first));
  return open.filter((index) => !served.has(index));
}

function spaceOf({ pattern, alphabet }: CodeForm): number {
  return alphabet.length ** pattern.replace(/[^#]/g, '').length;
}

/** Counts used codes. Rejects with `VALIDATION_CODES_EXHAUSTED` beyond `limit`. */
async function useSpace(transaction: Transaction, couponId: string, form: CodeForm, amount: number, limit: number) {
  const values = {
    couponId,
    form: `${form.pattern} ${form.alphabet}`,
    amount,
    limit: Math.min(limit, Number.MAX_SAFE_INTEGER),
  };
  const use = bind(
    'UPDATE validation_code_spaces SET used = used + :amount WHERE coupon_id = :couponId AND form = :form AND used + :amount <= :limit',
    values,
  );
  if ((await transaction.change(...use)) > 0) return;
  await transaction.change(
    `${transaction.dialect.insertIfAbsent} INTO validation_code_spaces (coupon_id, form, used) VALUES (:couponId, :form, 0)`,
    values,
  );
  if ((await transaction.change(...use)) === 0) throw new Problem('VALIDATION_CODES_EXHAUSTED');
}

export const removeCodes = removeRows('validation_codes', 'coupon_id');
export const removeCodeSpaces = removeRows('validation_code_spaces', 'coupon_id');
