import { transactFor } from '../../accounts/account/account-root.ts';
import { type Coupon, coupons } from '../../coupons/coupon/coupon.ts';
import { findOurId } from '../../external-ids/external-id.ts';
import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { findRows, updateRows } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { addMarks } from '../index/session-mark.ts';
import { type CouponSession, couponSessions, fromSessions, sessionSelectList } from './session.ts';
import { recordSessionsWhere } from './session-events.ts';

const couponColumns = selectList({ ...columnsOf(coupons, 'c'), accountName: 'a.name' });

export interface PublicSession {
  session: CouponSession;
  coupon: Coupon;
  accountName: string;
}

export async function findPublicSession(
  connection: Connection,
  code: string,
  sessionCode: string,
): Promise<PublicSession | null> {
  const session =
    (await findAt(connection, code, sessionCode)) ?? (await findAtExternalAddress(connection, code, sessionCode));
  if (!session) return null;
  const [found] = await connection.rows<Coupon & { accountName: string }>(
    `SELECT ${couponColumns} FROM coupons c JOIN accounts a ON a.id = c.account_id WHERE c.id = ? AND a.closed_at IS NULL`,
    [session.couponId],
  );
  if (!found) return null;
  const { accountName, ...coupon } = found;
  return { session, coupon, accountName };
}

async function findAt(connection: Connection, code: string, sessionCode: string): Promise<CouponSession | undefined> {
  const [session] = await connection.rows<CouponSession>(
    `SELECT ${sessionSelectList} ${fromSessions} WHERE s.session = ? AND c.code = ? AND c.deleted_at IS NULL`,
    [sessionCode, code],
  );
  return session;
}

async function findAtExternalAddress(connection: Connection, code: string, sessionCode: string) {
  const [coupon] = await findRows(connection, coupons, { code }, { select: ['accountId'] });
  const ours = coupon && (await findOurId(connection, coupon.accountId, { kind: 'session', externalId: sessionCode }));
  return ours ? findAt(connection, code, ours) : undefined;
}

/** Records when a session was opened. Only the first time counts. */
export async function noteOpened(database: Database, { sequence, openedAt, accountId }: CouponSession): Promise<void> {
  if (openedAt) return;
  await transactFor(database, accountId, (transaction) => openSession(transaction, sequence));
}

export async function openSession(transaction: Transaction, sequence: number): Promise<void> {
  const first = await updateRows(transaction, couponSessions, { sequence, openedAt: null }, { openedAt: now() });
  if (first === 0) return;
  await addMarks(transaction, 's.sequence = :sequence', { sequence }, ['opened']);
  await recordSessionsWhere(transaction, { type: 'coupon_opened', keyId: null }, 's.sequence = :sequence', {
    sequence,
  });
}
