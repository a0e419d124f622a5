import {
  column,
  columnsOf,
  instantsOf,
  reference,
  type Stored,
  selectList,
  table,
} from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import type { Dialect, RowLock } from '../../kernel/database/dialect.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { hasRow, lockingEnd } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { longestAddress } from '../../kernel/values/email-address.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { longestPhone } from '../../kernel/values/phone-number.ts';
import { endOfPrefix } from '../../kernel/values/prefix.ts';
import { CampaignProblem } from '../../vocabulary/campaign-problem.ts';
import { fieldColumns } from '../../vocabulary/fields.ts';
import { customerFields, utmFields } from './session.fields.ts';

export type ClaimType = 'CUSTOMER' | 'API' | 'BATCH';

export type CouponSession = Omit<
  Stored<typeof couponSessions>,
  'emailKey' | 'phoneKey' | 'holdKey' | 'transitionId'
> & {
  // These properties come from the coupon when the session is read.
  couponCode: string;
  value: string | null;
  /** The expiry of the session itself, or otherwise the fixed expiry of the coupon. */
  expiresAt: Instant | null;
};

export const couponSessions = table({
  name: 'CouponSession',
  tableName: 'coupon_sessions',
  columns: {
    sequence: column.key(column.bigNumber),
    /** The secret code in the session's address. */
    session: column.text(21),
    accountId: column.text(20),
    couponId: column.text(16),
    customId: column.textOrNull(50),
    customValidationCode: column.textOrNull(100),
    ...fieldColumns(customerFields),
    emailKey: column.textOrNull(longestAddress),
    phoneKey: column.textOrNull(longestPhone),
    /** An amount with three decimal places. */
    moneySpent: column.textOrNull(20),
    ...fieldColumns(utmFields),
    createdAt: column.instant,
    openedAt: column.instantOrNull,
    startedAt: column.instantOrNull,
    claimedAt: column.instantOrNull,
    claimType: column.textOrNull<ClaimType>(10),
    validatedAt: column.instantOrNull,
    /** Where it was last claimed or validated: the id of a location, or another id that the caller gave. */
    locationId: column.textOrNull(50),
    lockedAt: column.instantOrNull,
    voidedAt: column.instantOrNull,
    unvoidedAt: column.instantOrNull,
    savedToAppleAt: column.instantOrNull,
    savedToGoogleAt: column.instantOrNull,
    /** When an operation last changed the session itself or its data. */
    updatedAt: column.instantOrNull,
    /** When the current hold by a till ends, or when the last one ended. */
    heldUntil: column.instantOrNull,
    holdKey: column.textOrNull(100),
    /** Set on creation, or when the session starts. */
    ownExpiresAt: column.instantOrNull,
    /** A random number. It identifies the last transition. */
    transitionId: column.bigNumberOrNull,
  },
  indices: [
    { name: 'coupon_sessions_session', columns: ['session'], unique: true },
    { name: 'coupon_sessions_sequence', columns: ['couponId', 'sequence'] },
    { name: 'coupon_sessions_code', columns: ['accountId', 'customValidationCode'] },
  ],
  foreignKeys: [reference('coupon_sessions_coupon_fk', 'couponId', 'coupons')],
});

const { emailKey, phoneKey, holdKey, transitionId, ...ownColumns } = columnsOf(couponSessions, 's');

export const sessionColumns = {
  ...ownColumns,
  couponCode: 'c.code',
  value: 'c.value',
  expiresAt: 'COALESCE(s.own_expires_at, c.expires_at)',
};

export const sessionSelectList = selectList(sessionColumns, [...instantsOf(couponSessions), 'expiresAt']);

export const fromSessions = 'FROM coupon_sessions s JOIN coupons c ON c.id = s.coupon_id';

/** Returns the session. `lock` also locks the coupon. */
export async function requireSession(
  connection: Connection,
  { couponId, session }: Pick<CouponSession, 'couponId' | 'session'>,
  lock?: RowLock,
): Promise<CouponSession> {
  const [found] = await connection.rows<CouponSession>(
    `SELECT ${sessionSelectList} ${fromSessions} WHERE s.session = ? AND s.coupon_id = ? ${lockingEnd(connection, lock)}`,
    [session, couponId],
  );
  if (!found) throw new Problem('SESSION_NOT_FOUND');
  return found;
}

/** Returns the FROM clause with an index hint. Without the hint, query planners read all rows before the page. */
export function fromSessionsBy({ useIndex }: Dialect, index: 'session' | 'sequence' | 'code'): string {
  return fromSessions.replace('coupon_sessions s', `coupon_sessions s ${useIndex(`coupon_sessions_${index}`)}`);
}

export function isExpired(session: Pick<CouponSession, 'expiresAt'>, at: Instant): boolean {
  return session.expiresAt !== null && session.expiresAt <= at;
}

const statement = `SELECT ${sessionSelectList} ${fromSessions} WHERE s.session IN (:sessions) AND c.deleted_at IS NULL`;

interface SessionKey {
  session: string;
  accountId: string;
}

/** Finds a session. Rejects with `SESSION_NOT_FOUND`. Simultaneous requests share a statement. */
export const findSession = batched<SessionKey, CouponSession>(async (database, keys) => {
  const rows = await database.rows<CouponSession>(statement, { sessions: keys.map(({ session }) => session) });
  const found = new Map(rows.map((row) => [row.session, row]));
  return keys.map(({ session, accountId }) => {
    const row = found.get(session);
    return row?.accountId === accountId ? row : new Problem('SESSION_NOT_FOUND');
  });
});

export async function findSessions(
  connection: Connection,
  accountId: string,
  sessions: readonly string[],
): Promise<CouponSession[]> {
  const rows = await connection.rows<CouponSession>(statement, { sessions });
  return rows.filter((row) => row.accountId === accountId);
}

/** The number of characters with which tills identify a session. */
const widgetLength = 6;

export function isWidgetCode(code: string): boolean {
  return code.length === widgetLength;
}

/**
 * Finds a session by its code or a unique beginning of it. Rejects with `SESSION_NOT_FOUND` if several sessions match.
 */
export async function requireSessionBy(connection: Connection, key: SessionKey): Promise<CouponSession> {
  const [found, another] = await connection.rows<CouponSession>(
    `SELECT ${sessionSelectList} ${fromSessionsBy(connection.dialect, 'session')}
       WHERE s.session >= :session AND s.session < :end AND s.account_id = :accountId AND c.deleted_at IS NULL LIMIT 2`,
    { ...key, end: endOfPrefix(key.session) },
  );
  if (!found || another) throw new CampaignProblem('SESSION_NOT_FOUND', null);
  return found;
}

export function hasSessions(connection: Connection, couponId: string): Promise<boolean> {
  return hasRow(connection, couponSessions, { couponId });
}
