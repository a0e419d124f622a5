import type { Coupon } from '../../coupons/coupon/coupon.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { record } from '../../kernel/event-log/event-recorder.ts';
import { turnToContinue } from '../../kernel/values/event-loop.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';
import { type CodeForm, drawCodes, reserveCodes } from '../validation-code/validation-code.ts';

export const batchStatuses = ['NORMAL', 'VOIDED', 'ACTIVATED'] as const;

export interface SessionBatch {
  /** The first sequence id of the reserved range. */
  first: number;
  amount: number;
  /** The time at which the range was reserved. */
  createdAt: Instant;
  /** When sessions that are not NORMAL start or become void. Default: `createdAt`. */
  beginsAt?: Instant;
  status: (typeof batchStatuses)[number];
  /** The form of the validation codes. Null creates sessions without codes. */
  codes: CodeForm | null;
}

export interface BatchSession {
  session: string;
  sequence: number;
  couponId: string;
  couponCode: string;
  customValidationCode: string | null;
}

/** Creates exactly `amount` sessions with contiguous sequence ids and records one event for all of them. */
export async function createSessionBatch(
  transaction: Transaction,
  coupon: Coupon,
  input: SessionBatch,
  keyId: string,
): Promise<BatchSession[]> {
  const { first, amount, codes } = input;
  if (codes) await reserveCodes(transaction, coupon.id, codes, amount);
  const sessions: BatchSession[] = [];
  const { bulkRows } = transaction.dialect;
  const draftFrom = (done: number) => draftSessions(coupon, first + done, Math.min(bulkRows, amount - done));
  let drafted = draftFrom(0);
  while (drafted.length > 0) {
    const turn = turnToContinue();
    if (turn) await turn;
    const written = writeSessions(transaction, coupon, input, drafted);
    sessions.push(...drafted);
    // While the database inserts this part, the next one is drafted.
    drafted = draftFrom(sessions.length);
    await written;
  }
  await recordBatch(transaction, coupon, input, keyId);
  return sessions;
}

/** Creates sessions with one statement. The caller has reserved their validation codes. Returns the colliding codes. */
export async function createChunk(transaction: Transaction, coupon: Coupon, input: SessionBatch): Promise<number> {
  return writeSessions(transaction, coupon, input, draftSessions(coupon, input.first, input.amount));
}

function draftSessions(coupon: Coupon, first: number, amount: number): BatchSession[] {
  return Array.from({ length: amount }, (_, index) => ({
    session: newId('session'),
    sequence: first + index,
    couponId: coupon.id,
    couponCode: coupon.code,
    customValidationCode: null,
  }));
}

async function writeSessions(
  transaction: Transaction,
  coupon: Coupon,
  input: SessionBatch,
  sessions: BatchSession[],
): Promise<number> {
  const { codes: form } = input;
  const drawn = form && (await drawCodes(transaction, coupon.id, form, sessions[0]?.sequence ?? 0, sessions.length));
  for (const [index, code] of drawn?.codes.entries() ?? [])
    (sessions[index] as BatchSession).customValidationCode = code;
  await insertSessions(transaction, coupon, input, sessions);
  return drawn?.collisions ?? 0;
}

/** Records one event for a whole bulk creation. */
export async function recordBatch(
  transaction: Transaction,
  coupon: Pick<Coupon, 'id' | 'accountId'>,
  { first, amount, status }: Pick<SessionBatch, 'first' | 'amount' | 'status'>,
  keyId: string,
): Promise<void> {
  await record(transaction, {
    kind: 'COUPON_EDIT',
    type: 'coupon_batch_created',
    accountId: coupon.accountId,
    keyId,
    campaignId: coupon.id,
    data: { amount, firstSequence: first, lastSequence: first + amount - 1, status },
  });
}

/** Inserts thousands of rows with one statement, which receives them as one JSON parameter. */
async function insertSessions(
  transaction: Transaction,
  coupon: Coupon,
  { status, createdAt, beginsAt = createdAt }: SessionBatch,
  sessions: readonly BatchSession[],
): Promise<void> {
  const { dialect } = transaction;
  await transaction.change(
    ...bind(
      `INSERT INTO coupon_sessions (sequence, session, account_id, coupon_id, custom_validation_code, created_at, voided_at, started_at, own_expires_at)
       SELECT :first + r.ordinal, r.session, :accountId, :couponId, r.code, :createdAt, :voidedAt, :startedAt, ${dialect.plusDays(':startedAt', ':days')}
       FROM ${dialect.jsonRows(':rows', ['session', 'code'])} AS r`,
      {
        first: (sessions[0]?.sequence ?? 0) - 1,
        accountId: coupon.accountId,
        couponId: coupon.id,
        createdAt,
        voidedAt: status === 'VOIDED' ? beginsAt : null,
        startedAt: status === 'ACTIVATED' ? beginsAt : null,
        days: coupon.expiryDays,
        rows: JSON.stringify(sessions.map(({ session, customValidationCode }) => [session, customValidationCode])),
      },
    ),
  );
}
