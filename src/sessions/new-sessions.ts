import type { Coupon } from '../coupons/coupon.ts';
import { now } from '../database/columns.ts';
import type { Transaction } from '../database/database.ts';
import { bind } from '../database/dialect.ts';
import { record } from '../events/record.ts';
import { newId } from '../ids.ts';
import { type CodeForm, drawValidationCodes } from './validation-code.ts';

export const batchStatuses = ['NORMAL', 'VOIDED', 'ACTIVATED'] as const;

export interface NewSessions {
  /** The first sequence id of the range that was reserved. */
  first: number;
  amount: number;
  status: (typeof batchStatuses)[number];
  /** The form of the validation codes; without it they have none. */
  codes: CodeForm | null;
}

/** What is known of a session that was created in bulk. */
export interface BulkSession {
  session: string;
  sequence: number;
  couponId: string;
  couponCode: string;
  customValidationCode: string | null;
}

const chunk = 10_000;

/** Creates sessions in bulk: exactly the amount, with contiguous sequence ids, and one event for all of them. */
export async function addSessions(
  transaction: Transaction,
  coupon: Coupon,
  input: NewSessions,
  keyId: string,
): Promise<BulkSession[]> {
  const { first, amount, codes: form } = input;
  const codes = form ? await drawValidationCodes(transaction, coupon.id, form, first, amount) : [];
  const sessions: BulkSession[] = Array.from({ length: amount }, (_, index) => ({
    session: newId('session'),
    sequence: first + index,
    couponId: coupon.id,
    couponCode: coupon.code,
    customValidationCode: codes[index] ?? null,
  }));
  for (let start = 0; start < amount; start += chunk) {
    await insertSessions(transaction, coupon, input, sessions.slice(start, start + chunk));
  }
  await record(transaction, {
    kind: 'COUPON_EDIT',
    type: 'coupon_batch_created',
    accountId: coupon.accountId,
    keyId,
    campaignId: coupon.id,
    data: { amount, firstSequence: first, lastSequence: first + amount - 1 },
  });
  return sessions;
}

/** One statement for thousands of rows: they travel as one JSON text. */
async function insertSessions(
  transaction: Transaction,
  coupon: Coupon,
  { status }: NewSessions,
  sessions: readonly BulkSession[],
): Promise<void> {
  const { dialect } = transaction;
  const at = now();
  await transaction.change(
    ...bind(
      `INSERT INTO coupon_sessions (sequence, session, account_id, coupon_id, custom_validation_code, created_at, voided_at, started_at, own_expires_at)
       SELECT :first + r.ordinal, r.session, :accountId, :couponId, r.code, :at, :voidedAt, :startedAt, ${dialect.plusDays(':startedAt', ':days')}
       FROM ${dialect.jsonRows(':rows', ['session', 'code'])} AS r`,
      {
        first: (sessions[0]?.sequence ?? 0) - 1,
        accountId: coupon.accountId,
        couponId: coupon.id,
        at,
        voidedAt: status === 'VOIDED' ? at : null,
        startedAt: status === 'ACTIVATED' ? at : null,
        days: coupon.expiryDays,
        rows: JSON.stringify(sessions.map(({ session, customValidationCode }) => [session, customValidationCode])),
      },
    ),
  );
}
