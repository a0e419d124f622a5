import type { AuditedCall } from '../../audit/audited-call.ts';
import { snakeCase } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { Conflict } from '../../kernel/database/failures.ts';
import { bind } from '../../kernel/database/statement.ts';
import type { Problem, ProblemCode } from '../../kernel/problem.ts';
import { type Instant, now, toDate } from '../../kernel/values/instant.ts';
import { RefusedAttempt } from '../../vocabulary/refused-attempt.ts';
import { insertMarks, type MarkKind, removeMarks } from '../index/session-mark.ts';
import { changeCustomId, lockCustomId } from '../index/session-search-key.ts';
import { type ClaimType, type CouponSession, fromSessions, sessionSelectList } from '../session/session.ts';
import { recordSessions } from '../session/session-events.ts';
import { noteIdentity } from '../session/session-identity.ts';
import { poolOf, takeCodes } from '../validation-code/code-pool.ts';
import {
  isStamped,
  needsCode,
  newTransitionId,
  type Transition,
  type TransitionName,
  transitions,
} from './transition.ts';

/** `undefined` keeps a field, `null` clears it. */
export type SessionData = {
  [Field in 'customId' | 'moneySpent' | `customField${1 | 2 | 3 | 4 | 5 | 6 | 7}`]?: string | null | undefined;
};

export interface TransitionCall {
  name: TransitionName;
  accountId: string;
  rootId: string;
  keyId: string;
  session: string;
  /** The key of the calling till. */
  holdKey?: string | undefined;
  /** When the new hold ends. */
  heldUntil?: Instant | undefined;
  /** Of a call that shares a transaction. */
  traceparent?: string | null;
  /** The audit log of a call that shares a transaction. */
  audited?: AuditedCall | null;
}

interface Change {
  name: TransitionName;
  accountId: string;
  keyId: string;
  claimType: ClaimType;
  sessions: readonly string[];
  holdKey?: string | undefined;
  heldUntil?: Instant | undefined;
  data?: SessionData;
  /** By session, for calls that share the transaction. Default: the current trace. */
  traces?: ReadonlyMap<string | null, string | null>;
}

/** `refusal`: the problem that would refuse the transition now. */
export type Attempted = CouponSession & {
  changed: number;
  /** Whether `also` of the transition applied. */
  also: number;
  refusal: ProblemCode | null;
  unchanged: number;
  codeless: number;
};

export async function changeSession(
  transaction: Transaction,
  call: TransitionCall,
  given: SessionData,
): Promise<CouponSession> {
  const data = { ...given, ...(given.moneySpent && { moneySpent: withThreePlaces(given.moneySpent) }) };
  const change = { ...call, sessions: [call.session], claimType: 'API' as const, data };
  const former = data.customId === undefined ? undefined : await lockCustomId(transaction, call);
  let session = outcomeOf((await applyTransition(transaction, change)).get(call.session), true);
  if (session === 'NEEDS_CODE') {
    const pool = await poolOf(transaction, call.session);
    if (pool) await takeCodes(transaction, pool.couponId, [pool.sequence]);
    session = outcomeOf((await applyTransition(transaction, change)).get(call.session), true);
  }
  if (session instanceof Error) throw session;
  if (session === 'NEEDS_CODE') throw new Conflict();
  if (former) await changeCustomId(transaction, former, data.customId ?? null);
  if (data.customId) {
    const { couponId, sequence } = session;
    await noteIdentity(transaction, { couponId, field: 'CUSTOM_ID', value: data.customId, sequence });
  }
  return session;
}

function withThreePlaces(decimal: string): string {
  const [whole = '', places = ''] = decimal.split('.');
  return `${whole}.${places.padEnd(3, '0')}`;
}

/** One UPDATE stamps the sessions that it changes, one SELECT finds the outcomes, and one INSERT records the events. */
export async function applyTransition(transaction: Transaction, change: Change): Promise<Map<string, Attempted>> {
  const { data, traces, ...rest } = change;
  const values = { holdKey: '', ...rest, ...data, now: now(), stamp: newTransitionId() };
  const transition: Transition = transitions[change.name];
  const losable = await losableMarks(transaction, transition, change);
  await transaction.change(...bind(updateStatement(transaction, transition, named, data), values));
  const rows = await transaction.rows<Attempted>(...bind(attemptedStatement(transition), values));
  // Another transaction removed the reason for a refusal between the UPDATE and the SELECT.
  if (rows.some((row) => !row.changed && !row.refusal && !row.unchanged && !row.codeless)) throw new Conflict();
  const changed = rows.filter((row) => row.changed).map((row) => withDeed(sessionOf(row), row, transition));
  const traceOf = traces && ((event: { session: string | null }) => traces.get(event.session) ?? null);
  await recordSessions(transaction, { type: transition.type, keyId: change.keyId }, changed, traceOf);
  if (changed.length > 0) transaction.provenBy((connection) => isAnyStamped(connection, named, values));
  await insertMarks(transaction, changed, transition.marks ?? []);
  await removeLostMarks(transaction, losable, changed);
  return new Map(rows.map((row) => [row.session, row]));
}

interface LosableMark {
  couponId: string;
  sequence: number;
  kind: MarkKind;
  at: Instant;
}

/** Locks the sessions. The transition removes the times, so they must be read before it. */
async function losableMarks(
  transaction: Transaction,
  { unmarks }: Transition,
  { sessions, accountId }: { sessions: readonly string[]; accountId: string },
): Promise<LosableMark[]> {
  if (!unmarks) return [];
  return transaction.rows<LosableMark>(
    ...bind(
      `SELECT s.coupon_id AS couponId, s.sequence AS sequence, '${unmarks}' AS kind, s.${unmarks}_at AS at
       FROM coupon_sessions s WHERE s.session IN (:sessions) AND s.account_id = :accountId AND s.${unmarks}_at IS NOT NULL
       ${transaction.dialect.forUpdate}`,
      { sessions, accountId },
    ),
  );
}

async function removeLostMarks(
  transaction: Transaction,
  losable: readonly LosableMark[],
  changed: readonly { sequence: number }[],
): Promise<void> {
  if (losable.length === 0) return;
  const sequences = new Set(changed.map(({ sequence }) => sequence));
  for (const { couponId, sequence, kind, at } of losable)
    if (sequences.has(sequence)) await removeMarks(transaction, { couponId, sequence, [`${kind}At`]: at });
}

function sessionOf({ changed, also, refusal, unchanged, codeless, ...session }: Attempted): CouponSession {
  return session;
}

function withDeed(session: CouponSession, { also: did }: Attempted, { also }: Transition): CouponSession {
  return also ? Object.assign(session, { [also.name]: did }) : session;
}

export function outcomeOf(row: Attempted | undefined, first: boolean): CouponSession | 'NEEDS_CODE' | Problem {
  if (!row) return new RefusedAttempt('SESSION_NOT_FOUND', null);
  if (first && row.changed) return row;
  if (row.refusal) return refusedBy(row, row.refusal);
  return row.codeless ? 'NEEDS_CODE' : row;
}

function refusedBy(row: Attempted, code: ProblemCode): RefusedAttempt {
  const refusal = new RefusedAttempt(code, row.couponId);
  refusal.details = detailsOf(row, code);
  return refusal;
}

function detailsOf({ claimedAt, validatedAt, heldUntil }: Attempted, code: ProblemCode): RefusedAttempt['details'] {
  const time = (instant: Instant | null) => instant && toDate(instant).toISOString();
  if (code === 'SESSION_ALREADY_CLAIMED') return { at: time(claimedAt) };
  if (code === 'SESSION_ALREADY_VALIDATED') return { at: time(validatedAt) };
  return code === 'SESSION_HELD' ? { until: time(heldUntil) } : {};
}

/** All sessions of a transaction get the stamp together, so one is enough. */
export async function isAnyStamped(
  connection: Connection,
  { index, condition }: Which,
  values: Parameters<typeof bind>[1],
): Promise<boolean> {
  const rows = await connection.rows(
    ...bind(
      `SELECT s.session FROM coupon_sessions s ${connection.dialect.useIndex(`coupon_sessions_${index}`)}
       WHERE ${condition} AND ${isStamped} LIMIT 1 ${connection.dialect.forShare}`,
      values,
    ),
  );
  return rows.length > 0;
}

interface Which {
  index: 'session' | 'sequence';
  condition: string;
}

const named: Which = { index: 'session', condition: 's.session IN (:sessions)' };

/** Names the index: MySQL would otherwise start with the coupon of the EXISTS and read all its sessions. */
export function updateStatement(
  { dialect }: Pick<Transaction, 'dialect'>,
  transition: Transition,
  { index, condition }: Which,
  data: SessionData = {},
): string {
  const stored = definedFields(data).map((field) => `${snakeCase(field)} = :${field}`);
  // First, because other assignments may change what it reads.
  const stamp = `transition_id = ${transition.also ? `CASE WHEN ${transition.also.if} THEN :stamp + 1 ELSE :stamp END` : ':stamp'}`;
  const assignments = [stamp, transition.set(dialect), ...stored, 'updated_at = :now'].filter(Boolean).join(', ');
  const changing = transition.unchangedIf && stored.length === 0 ? [`NOT (${transition.unchangedIf})`] : [];
  const conditions = [
    ...transition.checks.map(({ holds }) => holds),
    ...changing,
    ...(transition.claims ? [`NOT (${needsCode})`] : []),
  ];
  return `UPDATE coupon_sessions AS s ${dialect.useIndex(`coupon_sessions_${index}`)} SET ${assignments}
    WHERE ${condition} AND s.account_id = :accountId AND EXISTS
      (SELECT 1 FROM coupons c WHERE c.id = s.coupon_id AND c.deleted_at IS NULL AND ${conditions.join(' AND ')})`;
}

function definedFields(data: SessionData): (keyof SessionData)[] {
  return (Object.keys(data) as (keyof SessionData)[]).filter((field) => data[field] !== undefined);
}

/** An SQL expression for the first check that fails, or NULL. */
export function refusalOf({ checks }: Transition): string {
  return `CASE ${checks.map(({ holds, problem }) => `WHEN NOT (${holds}) THEN '${problem}'`).join(' ')} END`;
}

function attemptedStatement(transition: Transition): string {
  const { unchangedIf = '1 = 0' } = transition;
  return `SELECT ${sessionSelectList}, ${isStamped} AS changed, s.transition_id = :stamp + 1 AS also,
      ${refusalOf(transition)} AS refusal, ${unchangedIf} AS unchanged,
      ${transition.claims ? needsCode : '1 = 0'} AS codeless
    ${fromSessions} WHERE s.session IN (:sessions) AND s.account_id = :accountId
      AND (c.deleted_at IS NULL OR ${isStamped})`;
}
