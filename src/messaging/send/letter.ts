import type { Account } from '../../accounts/account/account.ts';
import { takeEmail } from '../../accounts/account/email-balance.ts';
import type { Services } from '../../api/context.ts';
import type { Coupon } from '../../coupons/coupon/coupon.ts';
import { batchedRow } from '../../kernel/database/batched-rows.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { Conflict } from '../../kernel/database/failures.ts';
import { Problem } from '../../kernel/problem.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { now } from '../../kernel/values/instant.ts';
import { type CouponSession, isExpired, requireSession } from '../../sessions/session/session.ts';
import { createSession, type ReservedSequence } from '../../sessions/session/session-creation.ts';
import { newId } from '../../vocabulary/ids.ts';
import { sessionPath } from '../../vocabulary/links.ts';
import { addContent, type NewContent } from '../content/message-content.ts';
import { emailNotSent, noSender, notSent, renderSms, senderOf } from '../content/rendering.ts';
import { contains } from '../content/template.ts';
import { isOver } from '../delivery/verdict.ts';
import { channelOf, type Integration } from '../integration/integration.ts';
import { findReceipt, noteReceipt } from '../message/coupon-receipt.ts';
import { type Message, messages } from '../message/message.ts';
import { queueMessages } from '../message/message-queue.ts';
import { findOptedOut } from '../opt-out/opt-out.ts';
import { segmentsOf } from '../platform/sms-segments.ts';

export interface Caller {
  account: Account;
  keyId: string;
  integration: Integration;
  publicUrl: string;
}

interface Letter extends Pick<Message, 'id' | 'address' | 'campaignId' | 'link'> {
  content: NewContent;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  session?: string | null;
  /** Whether the email uses up one email of the balance. */
  paid?: boolean;
}

function addressKeyOf(integration: Integration, address: string): string {
  return channelOf(integration) === 'EMAIL' ? emailKey(address) : address;
}

/** Checks a send before anything is written, and rejects it if it is not possible. */
export async function requireSendable(
  connection: Connection,
  { account, integration }: Omit<Caller, 'keyId' | 'publicUrl'>,
  address: string,
  content: NewContent,
): Promise<void> {
  const channel = channelOf(integration);
  const key = addressKeyOf(integration, address);
  const isUnwanted = (await findOptedOut(connection, account.id, channel, [key])).size > 0;
  if (channel === 'SMS') {
    if (isUnwanted) throw new Problem('SMS_OPTED_OUT');
    return;
  }
  if (isUnwanted) throw emailNotSent(address, 'the address is on the opt-out list');
  const { from = null } = JSON.parse(integration.shown) as { from?: string | null };
  if (!senderOf(content, { from, account })) throw emailNotSent(address, noSender);
}

async function sendOne(transaction: Transaction, caller: Caller, letter: Letter): Promise<void> {
  const { account, integration, keyId, publicUrl } = caller;
  const { content, campaignId, paid = false, session = null, firstName = null, lastName = null, ...rest } = letter;
  const contentId = await addContent(transaction, account.id, content);
  const recipient = { ...rest, addressKey: addressKeyOf(integration, letter.address), session, firstName, lastName };
  const isSms = channelOf(integration) === 'SMS';
  const sms = isSms && renderSms({ ...content, id: contentId }, { ...recipient, accountId: account.id }, publicUrl);
  const segments = sms ? segmentsOf(sms.text) : null;
  const sending = { integration, contentId, campaignId, keyId, urgent: true, paid };
  await queueMessages(transaction, sending, [{ ...recipient, segments }]);
}

export async function sendCampaign(
  transaction: Transaction,
  caller: Caller,
  letter: Omit<Letter, 'id' | 'session'>,
): Promise<SentMessage> {
  await requireSendable(transaction, caller, letter.address, letter.content);
  if (letter.paid) await takeEmail(transaction, caller.account.id);
  const messageId = newId('message');
  await sendOne(transaction, caller, { ...letter, id: messageId });
  return { messageId, session: null, duplicate: false };
}

interface CouponRecipient {
  address: string;
  /** The session to send. Default: a new session. */
  session?: string | null | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  /** Whether to send nothing if the address already received the coupon. */
  checkUnique: boolean;
}

/**
 * Sends a coupon. The receipt is inserted first: concurrent calls wait for the first of them, and then find its
 * message.
 */
export async function sendCoupon(
  transaction: Transaction,
  caller: Caller,
  coupon: Coupon,
  content: NewContent,
  recipient: CouponRecipient,
  /** The sequence id for a new session. Null if the caller gives a session. */
  sequence: ReservedSequence | null,
): Promise<SentMessage> {
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

/** Checks a send of a coupon before anything is written, and rejects it if it is not possible. */
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

/** Returns the reason why customers cannot use the coupon or the session, or null if they can. */
export function whyUnusable(coupon: Coupon, given: CouponSession | null = null): string | null {
  if (coupon.voidedAt) return 'the coupon is voided';
  if (coupon.lockedAt) return 'the coupon is locked';
  if (given ? isExpired(given, now()) : coupon.expiresAt && coupon.expiresAt <= now())
    return `the ${given ? 'session' : 'coupon'} is expired`;
  if (given?.voidedAt) return 'the session is voided';
  return given?.lockedAt ? 'the session is locked' : null;
}

/**
 * Requires placeholders. Throws `EMAIL_NOT_SENT` if the caller gives a name whose placeholder is missing in the body.
 */
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

async function findDuplicate(transaction: Transaction, { couponId, address }: { couponId: string; address: string }) {
  const found = await findReceipt(transaction, couponId, address);
  // The receipt was removed after the INSERT had found it. In a retry, the message is sent.
  if (!found) throw new Conflict();
  return {
    messageId: found.messageId,
    session: await requireSession(transaction, { couponId, session: found.session }, 'shared'),
    duplicate: true,
  };
}

export interface SentMessage {
  messageId: string;
  session: CouponSession | null;
  /**
   * Whether nothing was sent, because the address had already received the coupon. `message` is then the earlier one.
   */
  duplicate: boolean;
  /** The message after the wait for its verdict. */
  message?: Message;
}

/**
 * Waits for the verdict, and adds the message to what was sent. Rejects if the message failed, was suppressed or was
 * cancelled, unless it is a duplicate.
 */
export async function settleSent(
  sent: SentMessage,
  { database, services }: { database: Database; services: Pick<Services, 'timeoutMilliseconds'> },
): Promise<void> {
  const message = await awaitVerdict(database, sent.messageId, sent.duplicate ? 0 : services.timeoutMilliseconds);
  sent.message = message;
  if (!sent.duplicate) requireNotRefused(message);
}

function requireNotRefused({ channel, status, address, reason }: Message): void {
  if (status !== 'FAILED' && status !== 'SUPPRESSED' && status !== 'CANCELLED') return;
  if (channel === 'SMS' && status === 'SUPPRESSED') throw new Problem('SMS_OPTED_OUT');
  const words = reason?.replace(/\.$/, '') || 'the platform refused it';
  throw notSent(channel, address, words);
}

const pollMilliseconds = 250;

/** Waits until there is an outcome, or until the time limit. */
export async function awaitVerdict(database: Database, messageId: string, milliseconds: number): Promise<Message> {
  const end = Date.now() + milliseconds;
  const verdicts = database.signals.listen('verdicts');
  try {
    for (;;) {
      const message = await readMessage(database, messageId);
      if (!message) throw new Error(`message ${messageId} is gone`);
      const left = end - Date.now();
      if (isOver(message.status) || left <= 0) return message;
      await verdicts.next(Math.min(left, pollMilliseconds), never);
    }
  } finally {
    verdicts.close();
  }
}

const never = new AbortController().signal;

/** Simultaneous callers share one read. */
const readMessage = batchedRow(messages);
