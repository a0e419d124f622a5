import type { Account } from '../../accounts/account/account.ts';
import { takeEmail } from '../../accounts/account/email-balance.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { Problem } from '../../kernel/problem.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { newId } from '../../vocabulary/ids.ts';
import { addContent, type NewContent } from '../content/message-content.ts';
import { emailNotSent, noSender, renderSms, senderOf } from '../content/rendering.ts';
import { channelOf, type Integration } from '../integration/integration.ts';
import type { Message } from '../message/message.ts';
import { queueMessages } from '../message/message-queue.ts';
import { findOptedOut } from '../opt-out/opt-out.ts';
import { segmentsOf } from '../platform/sms-segments.ts';
import type { Sent } from './sent-message.ts';

/** The sending account and key, and the integration that carries the message. */
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
  /** Whether it was paid from the email balance. */
  paid?: boolean;
}

/** Returns the form of an address that is used for comparison on the integration's channel. */
export function addressKeyOf(integration: Integration, address: string): string {
  return channelOf(integration) === 'EMAIL' ? emailKey(address) : address;
}

/** Rejects when a message to the address cannot be sent, before anything is written. */
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

export async function sendOne(transaction: Transaction, caller: Caller, letter: Letter): Promise<void> {
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
): Promise<Sent> {
  await requireSendable(transaction, caller, letter.address, letter.content);
  if (letter.paid) await takeEmail(transaction, caller.account.id);
  const messageId = newId('message');
  await sendOne(transaction, caller, { ...letter, id: messageId });
  return { messageId, session: null, duplicate: false };
}
