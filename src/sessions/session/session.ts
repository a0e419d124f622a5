import {
  bigNumber,
  bigNumberOrNull,
  columnsOf,
  instant,
  instantOrNull,
  instantsOf,
  key,
  reference,
  type Stored,
  selectList,
  table,
  text,
  textOrNull,
} from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import type { Dialect, RowLock } from '../../kernel/database/dialect.ts';
import { lockingEnd } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Instant } from '../../kernel/values/instant.ts';

export type ClaimType = 'CUSTOMER' | 'API' | 'BATCH';

/** A single-use instance of a coupon, for one customer. */
export type CouponSession = Omit<
  Stored<typeof couponSessions>,
  'emailKey' | 'phoneKey' | 'holdKey' | 'transitionId'
> & {
  // These properties come from the coupon when the session is read:
  couponCode: string;
  /** The value of the coupon. */
  value: string | null;
  /** The session's own expiry, otherwise the coupon's fixed expiry. */
  expiresAt: Instant | null;
};

export const couponSessions = table({
  name: 'CouponSession',
  tableName: 'coupon_sessions',
  columns: {
    /** Ascending and unique within the installation. */
    sequence: key(bigNumber),
    /** The secret session code. It is part of the session's address. */
    session: text(21),
    accountId: text(20),
    couponId: text(16),
    customId: textOrNull(50),
    customValidationCode: textOrNull(100),
    firstName: textOrNull(100),
    lastName: textOrNull(100),
    email: textOrNull(254),
    emailKey: textOrNull(254),
    /** Stored as given. */
    phone: textOrNull(50),
    phoneKey: textOrNull(50),
    customField1: textOrNull(50),
    customField2: textOrNull(50),
    customField3: textOrNull(50),
    customField4: textOrNull(50),
    customField5: textOrNull(50),
    customField6: textOrNull(50),
    customField7: textOrNull(50),
    /** A decimal number with three decimal places, as text. */
    moneySpent: textOrNull(20),
    utmCampaign: textOrNull(255),
    utmSource: textOrNull(255),
    utmMedium: textOrNull(255),
    utmTerm: textOrNull(255),
    utmContent: textOrNull(255),
    createdAt: instant,
    openedAt: instantOrNull,
    startedAt: instantOrNull,
    claimedAt: instantOrNull,
    claimType: textOrNull<ClaimType>(10),
    validatedAt: instantOrNull,
    lockedAt: instantOrNull,
    voidedAt: instantOrNull,
    /** When the session was last unvoided. */
    unvoidedAt: instantOrNull,
    savedToAppleAt: instantOrNull,
    savedToGoogleAt: instantOrNull,
    /** When an operation or data last changed the session. */
    updatedAt: instantOrNull,
    /** When the current or last hold by a till ends. */
    heldUntil: instantOrNull,
    /** The key of the till that holds the session. */
    holdKey: textOrNull(100),
    /** The session's own expiry: given at creation, or set when the session started. */
    ownExpiresAt: instantOrNull,
    /** A random number that identifies the last transition. */
    transitionId: bigNumberOrNull,
  },
  indices: [
    { name: 'coupon_sessions_session', columns: ['session'], unique: true },
    { name: 'coupon_sessions_sequence', columns: ['couponId', 'sequence'] },
    { name: 'coupon_sessions_code', columns: ['accountId', 'customValidationCode'] },
  ],
  foreignKeys: [reference('coupon_sessions_coupon_fk', 'couponId', 'coupons')],
});

const { emailKey, phoneKey, holdKey, transitionId, ...ownColumns } = columnsOf(couponSessions, 's');

/** The columns of a session in a query with `fromSessions`. */
export const sessionColumns = {
  ...ownColumns,
  couponCode: 'c.code',
  value: 'c.value',
  expiresAt: 'COALESCE(s.own_expires_at, c.expires_at)',
};

export const sessionSelectList = selectList(sessionColumns, [...instantsOf(couponSessions), 'expiresAt']);

export const fromSessions = 'FROM coupon_sessions s JOIN coupons c ON c.id = s.coupon_id';

/**
 * Returns the coupon's session or rejects with `SESSION_NOT_FOUND`. `lock` locks the session and its coupon until the
 * transaction ends.
 */
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

/**
 * Returns `fromSessions` with an index hint for lists. Without the hint, query planners read all rows before the page.
 */
export function fromSessionsBy({ useIndex }: Dialect, index: 'session' | 'sequence' | 'code'): string {
  return fromSessions.replace('coupon_sessions s', `coupon_sessions s ${useIndex(`coupon_sessions_${index}`)}`);
}

export function isExpired(session: Pick<CouponSession, 'expiresAt'>, at: Instant): boolean {
  return session.expiresAt !== null && session.expiresAt <= at;
}
