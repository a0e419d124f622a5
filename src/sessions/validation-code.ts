import { EntitySchema } from 'typeorm';
import { bigNumber, text } from '../database/columns.ts';
import type { Transaction } from '../database/database.ts';
import { randomDigits } from '../ids.ts';
import { Problem } from '../problem.ts';

export const autoValCodes = ['DIGITS_6', 'DIGITS_8', 'DIGITS_10'] as const;
export type AutoValCode = (typeof autoValCodes)[number];

/** A validation code that was generated for a coupon: never a second time, also not after its session was removed. */
export class ValidationCode {
  couponId!: string;
  code!: string;
}

export const validationCodes = new EntitySchema<ValidationCode>({
  name: 'ValidationCode',
  tableName: 'validation_codes',
  target: ValidationCode,
  columns: {
    couponId: { ...text(16), primary: true },
    code: { ...text(100), primary: true },
  },
});

/** How many codes of one form a coupon has used up. */
export class ValidationCodeSpace {
  couponId!: string;
  form!: string;
  used!: number;
}

export const validationCodeSpaces = new EntitySchema<ValidationCodeSpace>({
  name: 'ValidationCodeSpace',
  tableName: 'validation_code_spaces',
  target: ValidationCodeSpace,
  columns: {
    couponId: { ...text(16), primary: true },
    form: { ...text(60), primary: true },
    used: bigNumber,
  },
});

const lengths: Record<AutoValCode, number> = { DIGITS_6: 6, DIGITS_8: 8, DIGITS_10: 10 };

/** Draws a code that is new in the coupon. `VALIDATION_CODES_EXHAUSTED` once 90 % of the space is used (contract, section 6). */
export async function drawValidationCode(
  transaction: Transaction,
  couponId: string,
  form: AutoValCode,
): Promise<string> {
  const length = lengths[form];
  await useSpace(transaction, couponId, form, 0.9 * 10 ** length);
  for (;;) {
    const code = randomDigits(length);
    const inserted = await transaction.change(
      `${transaction.dialect.insertIfAbsent} INTO validation_codes (coupon_id, code) VALUES (?, ?)`,
      [couponId, code],
    );
    if (inserted > 0) return code;
  }
}

async function useSpace(transaction: Transaction, couponId: string, form: AutoValCode, limit: number): Promise<void> {
  const useOne = 'UPDATE validation_code_spaces SET used = used + 1 WHERE coupon_id = ? AND form = ? AND used < ?';
  if ((await transaction.change(useOne, [couponId, form, limit])) > 0) return;
  await transaction.change(
    `${transaction.dialect.insertIfAbsent} INTO validation_code_spaces (coupon_id, form, used) VALUES (?, ?, 0)`,
    [couponId, form],
  );
  if ((await transaction.change(useOne, [couponId, form, limit])) === 0)
    throw new Problem('VALIDATION_CODES_EXHAUSTED');
}
