import type { Connection } from '../../kernel/database/database.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { hasRow } from '../../kernel/database/rows.ts';
import { bind } from '../../kernel/database/statement.ts';
import { Problem, RefusedAttempt } from '../../kernel/problem.ts';
import { endOfPrefix } from '../../kernel/values/prefix.ts';
import { type CouponSession, couponSessions, fromSessions, fromSessionsBy, sessionSelectList } from './session.ts';

const statement = `SELECT ${sessionSelectList} ${fromSessions} WHERE s.session IN (:sessions) AND c.deleted_at IS NULL`;

/** Identifies a session of an account by its code. */
interface SessionKey {
  session: string;
  accountId: string;
}

/** Returns the account's session or rejects with `SESSION_NOT_FOUND`. Simultaneous requests share one statement. */
export const findSession = shared<SessionKey, CouponSession>(async (database, keys) => {
  const rows = await database.rows<CouponSession>(...bind(statement, { sessions: keys.map(({ session }) => session) }));
  const found = new Map(rows.map((row) => [row.session, row]));
  return keys.map(({ session, accountId }) => {
    const row = found.get(session);
    return row?.accountId === accountId ? row : new Problem('SESSION_NOT_FOUND');
  });
});

/** Returns the account's sessions with these codes, in any order. */
export async function findSessions(
  connection: Connection,
  accountId: string,
  sessions: readonly string[],
): Promise<CouponSession[]> {
  const rows = await connection.rows<CouponSession>(...bind(statement, { sessions }));
  return rows.filter((row) => row.accountId === accountId);
}

/** The number of characters with which tills identify a session. */
const widgetLength = 6;

export function isWidgetCode(code: string): boolean {
  return code.length === widgetLength;
}

/**
 * Returns the account's session with this code, or the only one whose code begins with it. Rejects with
 * `SESSION_NOT_FOUND` if there is none, or more than one.
 */
export async function requireSessionBy(connection: Connection, key: SessionKey): Promise<CouponSession> {
  const [found, another] = await connection.rows<CouponSession>(
    ...bind(
      `SELECT ${sessionSelectList} ${fromSessionsBy(connection.dialect, 'session')}
       WHERE s.session >= :session AND s.session < :end AND s.account_id = :accountId AND c.deleted_at IS NULL LIMIT 2`,
      { ...key, end: endOfPrefix(key.session) },
    ),
  );
  if (!found || another) throw new RefusedAttempt('SESSION_NOT_FOUND', null);
  return found;
}

export function hasSessions(connection: Connection, couponId: string): Promise<boolean> {
  return hasRow(connection, couponSessions, { couponId });
}
