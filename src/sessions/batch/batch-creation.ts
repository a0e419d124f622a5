import { type Coupon, couponRow } from '../../coupons/coupon/coupon.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { insertRows, shareRow } from '../../kernel/database/rows.ts';
import type { Reservation } from '../../kernel/database/sequence.ts';
import { record } from '../../kernel/event-log/event.ts';
import { holdJob, type Job, type JobProgress, saveProgress } from '../../kernel/jobs/job.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { yieldToEventLoop } from '../../kernel/values/event-loop.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import { phoneKey } from '../../kernel/values/phone-number.ts';
import { newId } from '../../vocabulary/ids.ts';
import { insertKeys } from '../index/session-search-key.ts';
import { type CouponSession, couponSessions } from '../session/session.ts';
import { sessionIdentities } from '../session/session-identity.ts';
import { type CodeForm, drawCodes, reserveCodes } from '../validation-code/validation-code.ts';

export const batchStatuses = ['NORMAL', 'VOIDED', 'ACTIVATED'] as const;

export interface SessionBatch {
  first: number;
  amount: number;
  createdAt: Instant;
  /** When `ACTIVATED` sessions start, or `VOIDED` ones are voided. Default: `createdAt`. */
  beginsAt?: Instant;
  status: (typeof batchStatuses)[number];
  /** The form of the codes. Null for sessions without codes. */
  codes: CodeForm | null;
}

export interface BatchSession {
  session: string;
  sequence: number;
  couponId: string;
  couponCode: string;
  customValidationCode: string | null;
}

/** Creates sessions with consecutive sequence ids, and records one event for all of them. */
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
    const pause = yieldToEventLoop();
    if (pause) await pause;
    const written = writeSessions(transaction, coupon, input, drafted);
    sessions.push(...drafted);
    // The next part is drafted while the database inserts this one.
    drafted = draftFrom(sessions.length);
    await written;
  }
  await recordBatch(transaction, coupon, input, keyId);
  return sessions;
}

/** Creates a part. The caller must have reserved validation codes. Returns the number of codes that collided. */
async function createChunk(transaction: Transaction, coupon: Coupon, input: SessionBatch): Promise<number> {
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

async function writeSessions(transaction: Transaction, coupon: Coupon, input: SessionBatch, sessions: BatchSession[]) {
  const { codes: form } = input;
  const drawn = form && (await drawCodes(transaction, coupon.id, form, sessions[0]?.sequence ?? 0, sessions.length));
  for (const [index, code] of drawn?.codes.entries() ?? [])
    (sessions[index] as BatchSession).customValidationCode = code;
  await insertSessions(transaction, coupon, input, sessions);
  return drawn?.collisions ?? 0;
}

async function recordBatch(
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

/** Inserts thousands of rows with one statement, whose only parameter is JSON. */
async function insertSessions(
  transaction: Transaction,
  coupon: Coupon,
  { status, createdAt, beginsAt = createdAt }: SessionBatch,
  sessions: readonly BatchSession[],
): Promise<void> {
  const { dialect } = transaction;
  await transaction.change(
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
  );
}

export interface CreationJob extends SessionBatch {
  coupon: string;
  keyId: string;
}

/**
 * Creates sessions in parts. Each part commits together with the progress, so a crash causes no gaps or duplicates. If
 * the job ends early, it still records an event.
 */
export const createSessionsJob = defineJob('createSessionsStep', { step: createNext, onEarlyEnd: recordCreated });

async function createNext(database: Database, creation: CreationJob, job: Job): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const held = await holdJob(transaction, job);
    if (!held) return true;
    const progress = JSON.parse(held.progress ?? '') as JobProgress;
    // A worker has crashed after the last commit, before it ended the job.
    if (progress.created >= creation.amount) return true;
    const coupon = await shareRow(transaction, couponRow, { accountId: job.accountId ?? '', id: creation.coupon });
    const amount = Math.min(transaction.dialect.bulkRows, creation.amount - progress.created);
    // A part may be created hours after its ids were reserved.
    const part = { ...creation, beginsAt: now(), first: creation.first + progress.created, amount };
    const collisions = await createChunk(transaction, coupon, part);
    const created = progress.created + amount;
    await saveProgress(transaction, job, { ...progress, created, collisions: progress.collisions + collisions });
    if (created < creation.amount) return false;
    await recordBatch(transaction, coupon, creation, creation.keyId);
    return true;
  });
}

async function recordCreated(transaction: Transaction, { accountId, input, progress }: Job): Promise<void> {
  const creation = JSON.parse(input) as CreationJob;
  const { created } = JSON.parse(progress ?? '') as JobProgress;
  // A job that is complete has already recorded the event.
  if (created === 0 || created >= creation.amount) return;
  const coupon = { id: creation.coupon, accountId: accountId ?? '' };
  await recordBatch(transaction, coupon, { ...creation, amount: created }, creation.keyId);
}

export type Person = Pick<CouponSession, 'firstName' | 'lastName'> & { email?: string; phone?: string };

/**
 * Creates sessions for people, and records one event for all of them. Stores addresses as identities, unless an
 * earlier session of the coupon has them.
 */
export async function createPersonalSessions(
  transaction: Transaction,
  coupon: Coupon,
  { first, at }: Reservation,
  persons: readonly Person[],
  keyId: string,
): Promise<string[]> {
  if (persons.length === 0) return [];
  const rows = persons.map(({ firstName, lastName, email = null, phone = null }, index) => ({
    sequence: first + index,
    session: newId('session'),
    accountId: coupon.accountId,
    couponId: coupon.id,
    firstName,
    lastName,
    email,
    emailKey: (email && emailKey(email)) as string,
    phone,
    phoneKey: (phone && phoneKey(phone)) as string,
    createdAt: at,
  }));
  await insertRows(transaction, couponSessions, rows);
  await insertKeys(transaction, rows);
  const identities = rows.flatMap(({ sequence, emailKey, phoneKey }) => [
    ...(emailKey ? [{ couponId: coupon.id, field: 'EMAIL' as const, value: emailKey, sequence }] : []),
    ...(phoneKey ? [{ couponId: coupon.id, field: 'PHONE' as const, value: phoneKey, sequence }] : []),
  ]);
  // Inserts in the order of the values, so that concurrent creations do not deadlock.
  identities.sort((one, other) => (one.value < other.value ? -1 : Number(one.value > other.value)));
  await insertRows(transaction, sessionIdentities, identities, { insert: transaction.dialect.insertIfAbsent });
  await recordBatch(transaction, coupon, { first, amount: persons.length, status: 'NORMAL' }, keyId);
  return rows.map(({ session }) => session);
}
