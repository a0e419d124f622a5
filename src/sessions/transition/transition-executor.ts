import { randomInt } from 'node:crypto';
import { type AuditedCall, auditTogether } from '../../audit/audited-call.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import type { Dialect } from '../../kernel/database/dialect.ts';
import { Conflict, DatabaseBusy, isLockTimeout } from '../../kernel/database/failures.ts';
import { batchedInGroups } from '../../kernel/database/loaders.ts';
import type { Problem, ProblemCode } from '../../kernel/problem.ts';
import { currentTraceparent, isTracing } from '../../kernel/telemetry/instrumentation.ts';
import { type Instant, now, toDate } from '../../kernel/values/instant.ts';
import { CampaignProblem } from '../../vocabulary/campaign-problem.ts';
import { insertMarks, losableMarks, removeLostMarks } from '../index/session-mark.ts';
import { changeCustomId, lockCustomId } from '../index/session-search-key.ts';
import type { ClaimType, CouponSession } from '../session/session.ts';
import { recordSessions } from '../session/session-events.ts';
import { noteIdentity } from '../session/session-identity.ts';
import { poolOf, takeCodes } from '../validation-code/code-pool.ts';
import {
  attemptedStatement,
  isAnyChanged,
  type SessionData,
  type Transition,
  type TransitionName,
  transitions,
  updateStatement,
} from './transition.ts';

interface TransitionCall {
  name: TransitionName;
  accountId: string;
  rootId: string;
  keyId: string;
  session: string;
  /** Where the call is made. Null if it is made at no location. */
  location?: string | null;
  /** The key of the till that calls. */
  holdKey?: string | undefined;
  /** When the new hold ends. */
  heldUntil?: Instant | undefined;
  /** The trace of a call that shares a transaction. */
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
  location?: string | null;
  holdKey?: string | undefined;
  heldUntil?: Instant | undefined;
  data?: SessionData;
  /** The traces of calls that share the transaction, by session. Default: the current trace. */
  traces?: ReadonlyMap<string | null, string | null>;
}

/**
 * A session, with what the transition did to it. `problem` is the problem with which it would refuse the transition
 * now.
 */
type Attempted = CouponSession & {
  changed: number;
  /** Whether the further effect of the transition (`also`) applied. */
  also: number;
  problem: ProblemCode | null;
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

/**
 * Applies a transition. One UPDATE gives its transition id to the sessions that it changes, one SELECT finds the
 * outcomes, and one INSERT records the events.
 */
async function applyTransition(transaction: Transaction, change: Change): Promise<Map<string, Attempted>> {
  const { data, traces, ...rest } = change;
  const values = { holdKey: '', location: null, ...rest, ...data, now: now(), transitionId: newTransitionId() };
  const transition: Transition = transitions[change.name];
  const losable = await losableMarks(transaction, transition.unmarks, change);
  const { update, attempted } = statementsOf(transaction.dialect, change.name, data);
  await transaction.change(update, values);
  const rows = await transaction.rows<Attempted>(attempted, values);
  // Between the UPDATE and the SELECT, another transaction removed the reason for a refusal.
  if (rows.some((row) => !row.changed && !row.problem && !row.unchanged && !row.codeless)) throw new Conflict();
  const changed = rows.filter((row) => row.changed).map((row) => withDeed(sessionOf(row), row, transition));
  const traceOf = traces && ((event: { session: string | null }) => traces.get(event.session) ?? null);
  await recordSessions(transaction, { type: transition.type, keyId: change.keyId }, changed, traceOf);
  if (changed.length > 0) transaction.provenBy((connection) => isAnyChanged(connection, named, values));
  await insertMarks(transaction, changed, transition.marks ?? []);
  await removeLostMarks(transaction, losable, changed);
  return new Map(rows.map((row) => [row.session, row]));
}

/** Returns a random even number. The odd number after it means that `also` applied. */
export function newTransitionId(): number {
  return randomInt(2 ** 46) * 2;
}

const named = { index: 'session', condition: 's.session IN (:sessions)' } as const;

type Statements = Record<'update' | 'attempted', string>;

/** The statements of transitions without data. With the fields that callers set, there would be too many. */
const plainStatements = new WeakMap<Dialect, Map<TransitionName, Statements>>();

function statementsOf(dialect: Dialect, name: TransitionName, data: SessionData = {}): Statements {
  const known = plainStatements.get(dialect) ?? new Map<TransitionName, Statements>();
  plainStatements.set(dialect, known);
  const isPlain = Object.keys(data).length === 0;
  const statements = (isPlain && known.get(name)) || {
    update: updateStatement(dialect, transitions[name], named, data),
    attempted: attemptedStatement(transitions[name]),
  };
  if (isPlain) known.set(name, statements);
  return statements;
}

function sessionOf({ changed, also, problem, unchanged, codeless, ...session }: Attempted): CouponSession {
  return session;
}

function withDeed(session: CouponSession, { also: did }: Attempted, { also }: Transition): CouponSession {
  return also ? Object.assign(session, { [also.name]: did }) : session;
}

function outcomeOf(row: Attempted | undefined, first: boolean): CouponSession | 'NEEDS_CODE' | Problem {
  if (!row) return new CampaignProblem('SESSION_NOT_FOUND', null);
  if (first && row.changed) return row;
  if (row.problem)
    return Object.assign(new CampaignProblem(row.problem, row.couponId), { details: detailsOf(row, row.problem) });
  return row.codeless ? 'NEEDS_CODE' : row;
}

function detailsOf({ claimedAt, validatedAt, heldUntil }: Attempted, code: ProblemCode): CampaignProblem['details'] {
  const time = (instant: Instant | null) => instant && toDate(instant).toISOString();
  if (code === 'SESSION_ALREADY_CLAIMED') return { at: time(claimedAt) };
  if (code === 'SESSION_ALREADY_VALIDATED') return { at: time(validatedAt) };
  return code === 'SESSION_HELD' ? { until: time(heldUntil) } : {};
}

type Outcome = ReturnType<typeof outcomeOf> | DatabaseBusy;

/** Changes a session in the transaction of simultaneous calls, unless it must first take a code from the pool. */
export async function transitionSession(database: Database, call: TransitionCall): Promise<CouponSession> {
  const session = await batchTransition(database, { ...call, traceparent: currentTraceparent() });
  if (session !== 'NEEDS_CODE') return session;
  return database.transaction(
    async (transaction) => {
      const changed = await changeSession(transaction, call, {});
      await auditCalls(transaction, [call], [changed]);
      return changed;
    },
    { account: call.rootId },
  );
}

/**
 * Makes simultaneous calls of an API key for the same transition at the same location share a transaction. Several
 * calls for one session have the same outcomes as if they ran one after another.
 */
const batchTransition = batchedInGroups<TransitionCall, CouponSession | 'NEEDS_CODE'>(
  ({ name, accountId, keyId, location }) => `${name} ${accountId} ${keyId} ${location ?? ''}`,
  (database, calls) => attempt(database, calls),
);

async function attempt(database: Database, calls: readonly TransitionCall[]): Promise<Outcome[]> {
  const [first] = calls;
  if (!first) return [];
  const sessions = [...new Set(calls.map(({ session }) => session))].sort();
  const { audited, traceparent, ...rest } = first;
  const change = { ...rest, sessions, claimType: 'API' as const, ...(isTracing() && { traces: tracesOf(calls) }) };
  const options = { account: first.rootId };
  try {
    return await database.transaction(async (transaction) => {
      const found = await applyTransition(transaction, change);
      return auditCalls(transaction, calls, outcomesOf(calls, found));
    }, options);
  } catch (error) {
    if (sessions.length === 1 || !isLockTimeout(error) || !database.dialect.forUpdateSkipLocked) throw error;
    return database.transaction(async (transaction) => {
      const { found, locked } = await applyToUnlocked(transaction, change);
      return auditCalls(transaction, calls, outcomesOf(calls, found, locked));
    }, options);
  }
}

/** Of several calls for a session, the first one changes it. */
function tracesOf(calls: readonly TransitionCall[]): Change['traces'] {
  return new Map(calls.map((call) => [call.session, call.traceparent ?? null] as const).reverse());
}

function outcomesOf(
  calls: readonly TransitionCall[],
  found: ReadonlyMap<string, Attempted>,
  locked: ReadonlySet<string> = new Set(),
): Outcome[] {
  const winners = new Set<string>();
  return calls.map(({ session }) => {
    if (locked.has(session)) return new DatabaseBusy();
    const first = !winners.has(session);
    winners.add(session);
    return outcomeOf(found.get(session), first);
  });
}

/** Logs the calls that succeeded. Returns the outcomes of all calls. */
async function auditCalls(transaction: Transaction, calls: readonly TransitionCall[], outcomes: Outcome[]) {
  await auditTogether(
    transaction,
    calls.flatMap(({ audited }, index) => {
      const result = outcomes[index];
      return audited && result !== 'NEEDS_CODE' && !(result instanceof Error) ? [{ call: audited, result }] : [];
    }),
  );
  return outcomes;
}

/** Changes the sessions that no other transaction has locked. Otherwise, one locked session would refuse all calls. */
async function applyToUnlocked(transaction: Transaction, change: Change) {
  const select = async (sessions: readonly string[], ending: string) => {
    const rows = await transaction.rows<{ session: string }>(
      `SELECT s.session AS session FROM coupon_sessions s WHERE s.session IN (:sessions) ${ending}`,
      {
        sessions,
      },
    );
    return new Set(rows.map(({ session }) => session));
  };
  const unlocked = await select(change.sessions, transaction.dialect.forUpdateSkipLocked);
  const others = change.sessions.filter((session) => !unlocked.has(session));
  const locked = await select(others, '');
  return { found: await applyTransition(transaction, { ...change, sessions: [...unlocked] }), locked };
}
