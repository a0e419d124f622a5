import { EntitySchema } from 'typeorm';
import { instant, text } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { insertRows } from '../../kernel/database/row-insertion.ts';
import { bind } from '../../kernel/database/statement.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import type { CouponSession } from '../../sessions/session/session.ts';

/**
 * Says that an address got a coupon, and by which message. Its primary key decides who is a duplicate, so that
 * `check_unique` holds under concurrency (contract, section 6).
 */
export class CouponReceipt {
  couponId!: string;
  /** As it is compared. */
  address!: string;
  messageId!: string;
  createdAt!: Instant;
}

export const couponReceipts = new EntitySchema<CouponReceipt>({
  name: 'CouponReceipt',
  tableName: 'coupon_receipts',
  target: CouponReceipt,
  columns: {
    couponId: { ...text(16), primary: true },
    address: { ...text(254), primary: true },
    messageId: text(20),
    createdAt: instant,
  },
  indices: [{ name: 'coupon_receipts_message', columns: ['messageId'] }],
});

/** The rest of a SELECT that finds a session unless it, or its coupon, was removed. */
export const fromExistingSession = (session: string) =>
  `FROM coupon_sessions s JOIN coupons c ON c.id = s.coupon_id WHERE s.session = ${session} AND c.deleted_at IS NULL`;

/** Whether what a message carries is still there: true of one that carries no session. It stays so until the transaction ends. */
export async function sessionExists(transaction: Transaction, session: string | null): Promise<boolean> {
  if (session === null) return true;
  const found = await transaction.rows(`SELECT 1 ${fromExistingSession('?')} ${transaction.dialect.forShare}`, [
    session,
  ]);
  return found.length > 0;
}

/** Notes that the address gets the coupon, unless it got it before. Answers whether it was noted. */
export async function noteReceipt(
  transaction: Transaction,
  { couponId, address, messageId }: Omit<CouponReceipt, 'createdAt'>,
): Promise<boolean> {
  const noted = await transaction.change(
    `${transaction.dialect.insertIfAbsent} INTO coupon_receipts (coupon_id, address, message_id, created_at) VALUES (?, ?, ?, ?)`,
    [couponId, address, messageId, now()],
  );
  return noted > 0;
}

/** The same for many messages of a coupon at once. */
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

/** The message by which an address got a coupon. */
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
 * The messages count no more: they failed for good, or what they carried is gone. Another message that brought the
 * coupon to the same address takes the place of each; without one, the address has not got it.
 */
export async function removeReceipts(transaction: Transaction, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  const held = await transaction.rows<Pick<CouponReceipt, 'couponId' | 'address'>>(
    ...bind(
      `SELECT r.coupon_id AS couponId, r.address AS address FROM coupon_receipts r WHERE r.message_id IN (:messageIds)
       ORDER BY r.coupon_id, r.address ${transaction.dialect.forUpdate}`,
      { messageIds },
    ),
  );
  for (const { couponId, address } of held) {
    const messageId = await holdOther(transaction, { couponId, address }, messageIds);
    const place = { couponId, address, messageId };
    await transaction.change(
      ...(messageId
        ? bind(
            'UPDATE coupon_receipts SET message_id = :messageId WHERE coupon_id = :couponId AND address = :address',
            place,
          )
        : bind('DELETE FROM coupon_receipts WHERE coupon_id = :couponId AND address = :address', place)),
    );
  }
}

/** The messages that carry a session count no more: the session is about to be removed. */
export async function removeReceiptsOfSession(
  transaction: Transaction,
  { session }: Pick<CouponSession, 'session'>,
): Promise<void> {
  const sent = await transaction.rows<{ id: string }>('SELECT m.id AS id FROM messages m WHERE m.session = ?', [
    session,
  ]);
  await removeReceipts(
    transaction,
    sent.map(({ id }) => id),
  );
}

/** Removes the receipts of a deleted coupon. */
export const removeReceiptsOfCoupon = removeRows('coupon_receipts', 'coupon_id');

/**
 * Another message that brought the coupon to the address, or may; null without one. It is held, so that one which fails at
 * this moment is either seen here or finds itself noted.
 */
async function holdOther(
  transaction: Transaction,
  { couponId, address }: Pick<CouponReceipt, 'couponId' | 'address'>,
  messageIds: readonly string[],
): Promise<string | null> {
  for (;;) {
    const [other] = await transaction.rows<{ number: number }>(
      ...bind(
        `SELECT m.number AS number FROM coupons c
         JOIN messages m ON m.account_id = c.account_id AND m.address_key = :address AND m.campaign_id = c.id
         JOIN coupon_sessions s ON s.session = m.session
         WHERE c.id = :couponId AND ${counts} AND m.id NOT IN (:messageIds)
         ORDER BY m.number LIMIT 1`,
        { couponId, address, messageIds },
      ),
    );
    if (!other) return null;
    const [held] = await transaction.rows<{ id: string }>(
      `SELECT m.id AS id FROM messages m WHERE m.number = ? AND ${counts} ${transaction.dialect.forShare}`,
      [other.number],
    );
    if (held) return held.id;
  }
}

/** Of messages that brought what they carry, or may. */
const counts = `m.status NOT IN ('FAILED', 'SUPPRESSED', 'CANCELLED')`;
