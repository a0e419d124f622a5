import { hasTakenEmail, returnEmails } from '../../accounts/account/email-balance.ts';
import { column, type Stored, table } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { addRow, deleteRows, findRows, insertRows, updateRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { now } from '../../kernel/values/instant.ts';
import type { CouponSession } from '../../sessions/session/session.ts';
import { type Message, messages } from './message.ts';

/**
 * Records that an address received a coupon. The primary key detects duplicates, so `check_unique` holds even for
 * concurrent sends.
 */
export type CouponReceipt = Stored<typeof couponReceipts>;

export const couponReceipts = table({
  name: 'CouponReceipt',
  tableName: 'coupon_receipts',
  columns: {
    couponId: column.key(column.text(16)),
    address: column.key(column.text(254)),
    messageId: column.text(20),
    createdAt: column.instant,
  },
  indices: [{ name: 'coupon_receipts_message', columns: ['messageId'] }],
});

/** Finds a session, unless the session or its coupon was removed. */
export const fromExistingSession = (session: string) =>
  `FROM coupon_sessions s JOIN coupons c ON c.id = s.coupon_id WHERE s.session = ${session} AND c.deleted_at IS NULL`;

/** Locks the session, and returns whether it exists. Also returns true for a message without a session. */
export async function sessionExists(transaction: Transaction, session: string | null): Promise<boolean> {
  return session === null || (await findSessions(transaction, [session])).has(session);
}

/** Returns the sessions that exist, and locks them. */
export async function findSessions(
  transaction: Transaction,
  sessions: readonly string[],
): Promise<ReadonlySet<string>> {
  if (sessions.length === 0) return new Set();
  const found = await transaction.rows<{ session: string }>(
    `SELECT s.session AS session FROM coupon_sessions s JOIN coupons c ON c.id = s.coupon_id
       WHERE s.session IN (:sessions) AND c.deleted_at IS NULL ${transaction.dialect.forShare}`,
    { sessions },
  );
  return new Set(found.map(({ session }) => session));
}

/** Records a receipt. Returns false if the address had received the coupon before. */
export function noteReceipt(transaction: Transaction, receipt: Omit<CouponReceipt, 'createdAt'>): Promise<boolean> {
  return addRow(transaction, couponReceipts, { ...receipt, createdAt: now() });
}

export async function noteReceipts(
  transaction: Transaction,
  couponId: string,
  noted: readonly { addressKey: string; id: string }[],
): Promise<void> {
  const createdAt = now();
  const rows = noted.map(({ addressKey, id }) => ({ couponId, address: addressKey, messageId: id, createdAt }));
  rows.sort((one, other) => (one.address < other.address ? -1 : Number(one.address > other.address)));
  await insertRows(transaction, couponReceipts, rows, { insert: transaction.dialect.insertIfAbsent });
}

export async function findReceipt(
  transaction: Transaction,
  couponId: string,
  address: string,
): Promise<{ messageId: string; session: string } | null> {
  const [receipt] = await transaction.rows<{ messageId: string; session: string }>(
    `SELECT m.id AS messageId, m.session AS session FROM coupon_receipts r JOIN messages m ON m.id = r.message_id
     WHERE r.coupon_id = ? AND r.address = ?`,
    [couponId, address],
  );
  return receipt ?? null;
}

/**
 * Removes receipts. If another message brought the coupon to the same address, the receipt then refers to that message.
 */
export async function removeReceipts(transaction: Transaction, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  const held = await findRows(
    transaction,
    couponReceipts,
    { messageId: messageIds },
    { select: ['couponId', 'address'], order: { couponId: 'ASC', address: 'ASC' }, lock: 'exclusive' },
  );
  for (const { couponId, address } of held) {
    const messageId = await holdOther(transaction, { couponId, address }, messageIds);
    if (messageId) await updateRows(transaction, couponReceipts, { couponId, address }, { messageId });
    else await deleteRows(transaction, couponReceipts, { couponId, address });
  }
}

export async function removeReceiptsOfSession(
  transaction: Transaction,
  { session }: Pick<CouponSession, 'session'>,
): Promise<void> {
  const sent = await findRows(transaction, messages, { session }, { select: ['id'] });
  const ids = sent.map(({ id }) => id);
  await removeReceipts(transaction, ids);
}

export const removeReceiptsOfCoupon = removeRows('coupon_receipts', 'coupon_id');

/**
 * Locks the other message. If it fails at the same time, either this function sees the failure, or the failure finds
 * the receipt.
 */
async function holdOther(
  transaction: Transaction,
  { couponId, address }: Pick<CouponReceipt, 'couponId' | 'address'>,
  messageIds: readonly string[],
): Promise<string | null> {
  for (;;) {
    const [other] = await transaction.rows<{ number: number }>(
      `SELECT m.number AS number FROM coupons c
         JOIN messages m ON m.account_id = c.account_id AND m.address_key = :address AND m.campaign_id = c.id
         JOIN coupon_sessions s ON s.session = m.session
         WHERE c.id = :couponId AND ${counts} AND m.id NOT IN (:messageIds)
         ORDER BY m.number LIMIT 1`,
      { couponId, address, messageIds },
    );
    if (!other) return null;
    const [held] = await transaction.rows<{ id: string }>(
      `SELECT m.id AS id FROM messages m WHERE m.number = ? AND ${counts} ${transaction.dialect.forShare}`,
      [other.number],
    );
    if (held) return held.id;
  }
}

const counts = `m.status NOT IN ('FAILED', 'SUPPRESSED', 'CANCELLED')`;

/** Frees the coupon receipts and refunds the emails. It runs in the transaction that stores the failures. */
export async function applyFinalFailures(
  transaction: Transaction,
  givenUp: readonly Pick<Message, 'id' | 'accountId' | 'campaignId' | 'paid'>[],
): Promise<void> {
  const ofCoupons = givenUp.filter(({ campaignId }) => campaignId.startsWith('cam_'));
  if (ofCoupons.length > 0) {
    const ids = ofCoupons.map(({ id }) => id);
    await removeReceipts(transaction, ids);
  }
  const byAccount = Map.groupBy(
    givenUp.filter(({ paid }) => paid === 1),
    ({ accountId }) => accountId,
  );
  for (const [accountId, { length }] of byAccount) await returnEmails(transaction, accountId, length);
}

/**
 * Undoes a failure, for a message that has arrived after all or is sent again. Returns false if the email balance is
 * too low.
 */
export async function revertFinalFailure(
  transaction: Transaction,
  {
    id,
    accountId,
    campaignId,
    addressKey,
    session,
    paid,
  }: Pick<Message, 'id' | 'accountId' | 'campaignId' | 'addressKey' | 'session' | 'paid'>,
): Promise<boolean> {
  if (campaignId.startsWith('cam_') && (await sessionExists(transaction, session)))
    await noteReceipt(transaction, { couponId: campaignId, address: addressKey, messageId: id });
  return paid === 0 || hasTakenEmail(transaction, accountId);
}

/** Undoes failures of messages of jobs. Their sessions exist, and they take no emails from the balance. */
export async function revertFinalFailures(transaction: Transaction, again: readonly Message[]): Promise<void> {
  const ofCoupons = again.filter(({ campaignId }) => campaignId.startsWith('cam_'));
  for (const [couponId, messages] of Map.groupBy(ofCoupons, ({ campaignId }) => campaignId))
    await noteReceipts(transaction, couponId, messages);
}
