import type { Coupon } from '../../coupons/coupon/coupon.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { Conflict } from '../../kernel/database/failures.ts';
import { now } from '../../kernel/values/instant.ts';
import { type CouponSession, isExpired, requireSession } from '../../sessions/session/session.ts';
import { createSession, type ReservedSequence } from '../../sessions/session/session-creation.ts';
import { newId } from '../../vocabulary/ids.ts';
import { sessionPath } from '../../vocabulary/links.ts';
import type { NewContent } from '../content/message-content.ts';
import { emailNotSent, notSent } from '../content/rendering.ts';
import { contains } from '../content/template.ts';
import { channelOf } from '../integration/integration.ts';
import { findReceipt, noteReceipt } from '../message/coupon-receipt.ts';
import { addressKeyOf, type Caller, requireSendable, sendOne } from './letter.ts';
import type { Sent } from './sent-message.ts';

export interface CouponRecipient {
  address: string;
  /** The session to send. Default: a new session. */
  session?: string | null | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  /** Whether to send nothing when the address received the coupon before. */
  checkUnique: boolean;
}

/**
 * Queues a coupon with a session in one transaction. Inserts the receipt first, so that concurrent calls wait for the
 * first one and then find its message.
 */
export async function sendCoupon(
  transaction: Transaction,
  caller: Caller,
  coupon: Coupon,
  content: NewContent,
  recipient: CouponRecipient,
  /** The sequence id for a new session; null when the caller gives a session. */
  sequence: ReservedSequence | null,
): Promise<Sent> {
  const { address, checkUnique, firstName, lastName } = recipient;
  const given = recipient.session
    ? await requireSession(transaction, { couponId: coupon.id, session: recipient.session }, 'shared')
    : null;
  await requireSendableCoupon(transaction, caller, coupon, content, recipient, given);
  const receipt = {
    couponId: coupon.id,
    address: addressKeyOf(caller.integration, address),
    messageId: newId('message'),
  };
  const noted = await noteReceipt(transaction, receipt);
  if (!noted && checkUnique) return findDuplicate(transaction, receipt);
  const session = given ?? (await createSessionFor(transaction, caller, coupon, recipient, sequence));
  await sendOne(transaction, caller, {
    id: receipt.messageId,
    address,
    content,
    campaignId: coupon.id,
    session: session.session,
    link: sessionPath(coupon.code, session.session),
    firstName: firstName || session.firstName,
    lastName: lastName || session.lastName,
  });
  return { messageId: receipt.messageId, session, duplicate: false };
}

/** Rejects when the coupon cannot be sent to the recipient, before anything is written. */
export async function requireSendableCoupon(
  connection: Connection,
  caller: Pick<Caller, 'account' | 'integration'>,
  coupon: Coupon,
  content: NewContent,
  recipient: Omit<CouponRecipient, 'checkUnique'>,
  given: CouponSession | null,
): Promise<void> {
  const channel = channelOf(caller.integration);
  const unusable = whyUnusable(coupon, given);
  if (unusable) throw notSent(channel, recipient.address, unusable);
  await requireSendable(connection, caller, recipient.address, content);
  if (channel === 'EMAIL') requirePlaceholders(content, recipient);
}

/** Returns why customers cannot use the coupon, or the session that they receive. */
export function whyUnusable(coupon: Coupon, given: CouponSession | null = null): string | null {
  if (coupon.voidedAt) return 'the coupon is voided';
  if (coupon.lockedAt) return 'the coupon is locked';
  if (given ? isExpired(given, now()) : coupon.expiresAt && coupon.expiresAt <= now())
    return `the ${given ? 'session' : 'coupon'} is expired`;
  if (given?.voidedAt) return 'the session is voided';
  return given?.lockedAt ? 'the session is locked' : null;
}

/** Throws `EMAIL_NOT_SENT` when a name is given and the body lacks its placeholder. */
function requirePlaceholders(
  { body }: NewContent,
  { address, firstName, lastName }: Omit<CouponRecipient, 'checkUnique'>,
): void {
  const missing = [
    ...(firstName && !contains(body, 'FIRSTNAME') ? ['[FIRSTNAME]'] : []),
    ...(lastName && !contains(body, 'LASTNAME') ? ['[LASTNAME]'] : []),
  ];
  if (missing.length > 0) throw emailNotSent(address, `the body has no placeholder ${missing.join(' ')}`);
}

async function createSessionFor(
  transaction: Transaction,
  { integration, keyId }: Caller,
  coupon: Coupon,
  { address, firstName, lastName }: CouponRecipient,
  sequence: ReservedSequence | null,
): Promise<CouponSession> {
  if (sequence === null) throw new Error('a new session needs a sequence id');
  const reached = channelOf(integration) === 'EMAIL' ? { email: address } : { phone: address };
  const { session } = await createSession(transaction, coupon, sequence, { ...reached, firstName, lastName }, keyId);
  return session;
}

async function findDuplicate(
  transaction: Transaction,
  { couponId, address }: { couponId: string; address: string },
): Promise<Sent> {
  const found = await findReceipt(transaction, couponId, address);
  // The receipt was removed after the INSERT had found it. The transaction is retried, and then sends the message.
  if (!found) throw new Conflict();
  return {
    messageId: found.messageId,
    session: await requireSession(transaction, { couponId, session: found.session }, 'shared'),
    duplicate: true,
  };
}
