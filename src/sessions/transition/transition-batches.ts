import { auditTogether } from '../../audit/audited-call.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { DatabaseBusy, isLockTimeout } from '../../kernel/database/failures.ts';
import { sharedInGroups } from '../../kernel/database/loaders.ts';
import { bind } from '../../kernel/database/statement.ts';
import { currentTraceparent, isTracing } from '../../kernel/telemetry/tracing.ts';
import type { CouponSession } from '../session/session.ts';
import {
  type Attempted,
  applyTransition,
  changeSession,
  outcomeOf,
  type TransitionCall,
} from './transition-executor.ts';

type Outcome = ReturnType<typeof outcomeOf> | DatabaseBusy;

/** Shares the transaction of simultaneous calls, unless the session must first take a code from the pool. */
export async function transitionSession(database: Database, call: TransitionCall): Promise<CouponSession> {
  const session = await shareTransition(database, { ...call, traceparent: currentTraceparent() });
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

/** Calls of an API key share a transaction. Several calls for one session have the outcomes of calls in a row. */
const shareTransition = sharedInGroups<TransitionCall, CouponSession | 'NEEDS_CODE'>(
  ({ name, accountId, keyId }) => `${name} ${accountId} ${keyId}`,
  (database, calls) => attempt(database, calls),
);

async function attempt(database: Database, calls: readonly TransitionCall[]): Promise<Outcome[]> {
  const [first] = calls;
  if (!first) return [];
  const sessions = [...new Set(calls.map(({ session }) => session))].sort();
  const { audited, traceparent, ...rest } = first;
  // The first of several calls for a session changes it.
  const traces = new Map(calls.map((call) => [call.session, call.traceparent ?? null] as const).reverse());
  const change = { ...rest, sessions, claimType: 'API' as const, ...(isTracing() && { traces }) };
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

/** Logs successful calls only. Returns the outcomes of all. */
async function auditCalls(
  transaction: Transaction,
  calls: readonly TransitionCall[],
  outcomes: Outcome[],
): Promise<Outcome[]> {
  await auditTogether(
    transaction,
    calls.flatMap(({ audited }, index) => {
      const result = outcomes[index];
      return audited && result !== 'NEEDS_CODE' && !(result instanceof Error) ? [{ call: audited, result }] : [];
    }),
  );
  return outcomes;
}

/** Sessions by code, and those that another transaction locked for too long. */
interface Attempt {
  found: Map<string, Attempted>;
  locked: ReadonlySet<string>;
}

/** A session that another transaction has locked must not refuse all calls. */
async function applyToUnlocked(
  transaction: Transaction,
  change: Parameters<typeof applyTransition>[1],
): Promise<Attempt> {
  const select = async (sessions: readonly string[], ending: string) => {
    const rows = await transaction.rows<{ session: string }>(
      ...bind(`SELECT s.session AS session FROM coupon_sessions s WHERE s.session IN (:sessions) ${ending}`, {
        sessions,
      }),
    );
    return new Set(rows.map(({ session }) => session));
  };
  const unlocked = await select(change.sessions, transaction.dialect.forUpdateSkipLocked);
  const others = change.sessions.filter((session) => !unlocked.has(session));
  const locked = await select(others, '');
  return { found: await applyTransition(transaction, { ...change, sessions: [...unlocked] }), locked };
}
