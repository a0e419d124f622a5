import type { Database, Transaction } from '../../kernel/database/database.ts';
import { DatabaseBusy, isLockTimeout } from '../../kernel/database/failures.ts';
import { sharedInGroups } from '../../kernel/database/loaders.ts';
import { bind } from '../../kernel/database/statement.ts';
import type { CouponSession } from '../session/session.ts';
import {
  type Attempted,
  applyTransition,
  changeSession,
  outcomeOf,
  type TransitionCall,
} from './transition-executor.ts';

/** The sessions after the attempt by code, and those that another transaction kept locked for too long. */
interface Attempt {
  found: Map<string, Attempted>;
  locked: ReadonlySet<string>;
}

/**
 * Applies a transition to one session together with simultaneous calls. A session that must first take a code from the
 * pool gets a separate transaction.
 */
export async function transitionSession(database: Database, call: TransitionCall): Promise<CouponSession> {
  const session = await shareTransition(database, call);
  if (session !== 'NEEDS_CODE') return session;
  return database.transaction((transaction) => changeSession(transaction, call, {}), { account: call.rootId });
}

/**
 * Applies a transition to one session. Simultaneous calls of an API key share a transaction. When several calls name the
 * same session, the first one changes it, and the others fail or succeed as if they came after it.
 */
const shareTransition = sharedInGroups<TransitionCall, CouponSession | 'NEEDS_CODE'>(
  ({ name, accountId, keyId }) => `${name} ${accountId} ${keyId}`,
  async (database, calls) => {
    const { found, locked } = await attempt(database, calls);
    const winners = new Set<string>();
    return calls.map(({ session }) => {
      if (locked.has(session)) return new DatabaseBusy();
      const first = !winners.has(session);
      winners.add(session);
      return outcomeOf(found.get(session), first);
    });
  },
);

async function attempt(database: Database, calls: readonly TransitionCall[]): Promise<Attempt> {
  const [first] = calls;
  if (!first) return { found: new Map(), locked: new Set() };
  const sessions = [...new Set(calls.map(({ session }) => session))].sort();
  const change = { ...first, sessions, claimType: 'API' as const };
  const options = { account: first.rootId };
  try {
    const found = await database.transaction((transaction) => applyTransition(transaction, change), options);
    return { found, locked: new Set() };
  } catch (error) {
    if (sessions.length === 1 || !isLockTimeout(error) || !database.dialect.forUpdateSkipLocked) throw error;
    return database.transaction((transaction) => applyToUnlocked(transaction, change), options);
  }
}

/** Applies the transition to the sessions that no other transaction has locked, so that one of them does not refuse all. */
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
