import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import type { Call } from '../../api/operation.ts';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { directoryId } from '../../directories/directory/directory.inputs.ts';
import { directoryRow } from '../../directories/directory/directory.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { requireRow, type SingleRow } from '../../kernel/database/rows.ts';
import type { Which } from '../../kernel/database/statement.ts';
import { loyaltyCardId } from '../../loyalty/card/card.inputs.ts';
import { cardRow } from '../../loyalty/card/card.ts';
import { reserveSequence } from '../../sessions/session/session-creation.ts';
import { directoryPath, loyaltyCardPath } from '../../vocabulary/links.ts';
import {
  cardEmail,
  cardSms,
  couponEmail,
  couponSms,
  directoryEmail,
  directorySms,
} from '../content/campaign-content.ts';
import { requireIntegration } from '../integration/integration.ts';
import type { MessageChannel } from '../platform/channel.ts';
import { type Caller, sendCampaign, sendCoupon, settleSent } from './letter.ts';
import {
  buttonText,
  couponRecipient,
  email,
  emailBody,
  emailFormat,
  from,
  phone,
  smsBody,
  subject,
} from './send.inputs.ts';
import { SentMessageType } from './sent-message.type.ts';

const sending = { scope: 'SEND', type: SentMessageType, settle: settleSent } as const;

type SendingCall = Pick<Call<unknown>, 'viewer' | 'services'> & { transaction: Transaction };

async function callerOf(
  { viewer: { account, keyId }, services: { publicUrl }, transaction }: SendingCall,
  channel: MessageChannel,
): Promise<Caller> {
  return { account, keyId, publicUrl, integration: await requireIntegration(transaction, account.id, channel) };
}

/** Reads the campaign, and keeps it from being deleted until the transaction ends. */
function campaignOf<Noun extends { accountId: string; id: string }>(
  { viewer, transaction }: SendingCall,
  row: SingleRow<Noun>,
  id: string,
): Promise<Noun> {
  const which = { accountId: viewer.account.id, id } as Which<Noun>;
  return requireRow<Noun>(transaction, row, which, 'shared');
}

/** Coupons need a sequence id, because a send may create a session. */
const reserving = {
  prepare: ({
    input,
    database,
  }: {
    input: { coupon: string; session?: string | null | undefined };
    database: Database;
  }) => (input.session ? null : reserveSequence(database, input.coupon)),
};

export const sendCouponEmail = mutation({
  ...sending,
  ...reserving,
  name: 'sendCouponEmail',
  description:
    'Sends a coupon by email. Waits up to 10 seconds for the platform to accept or refuse the message. If `firstName` or `lastName` is given, the email body of the coupon must contain the matching placeholder.',
  input: z.object({ coupon: couponId, email, subject, ...couponRecipient }),
  problems: ['NO_EMAIL_INTEGRATION', 'COUPON_NOT_FOUND', 'SESSION_NOT_FOUND', 'EMAIL_NOT_SENT'],
  run: async (call) => {
    const { input, transaction, prepared } = call;
    const caller = await callerOf(call, 'EMAIL');
    const coupon = await campaignOf(call, couponRow, input.coupon);
    const recipient = { ...input, address: input.email };
    return sendCoupon(transaction, caller, coupon, couponEmail(coupon, input), recipient, prepared);
  },
});

export const sendCouponSms = mutation({
  ...sending,
  ...reserving,
  name: 'sendCouponSms',
  description: 'Sends a coupon by SMS. Waits up to 10 seconds for the platform to accept or refuse the message.',
  input: z.object({ coupon: couponId, phone, body: smsBody, ...couponRecipient }),
  problems: ['NO_SMS_INTEGRATION', 'COUPON_NOT_FOUND', 'SESSION_NOT_FOUND', 'SMS_OPTED_OUT', 'SMS_NOT_SENT'],
  run: async (call) => {
    const { input, transaction, prepared } = call;
    const caller = await callerOf(call, 'SMS');
    const coupon = await campaignOf(call, couponRow, input.coupon);
    const recipient = { ...input, address: input.phone };
    return sendCoupon(transaction, caller, coupon, couponSms(coupon, input), recipient, prepared);
  },
});

export const sendLoyaltyCardEmail = mutation({
  ...sending,
  name: 'sendLoyaltyCardEmail',
  description:
    'Sends a loyalty card by email. Waits up to 10 seconds for the platform to accept or refuse the message.',
  input: z.object({ card: loyaltyCardId, email, subject, body: emailBody }),
  problems: ['NO_EMAIL_INTEGRATION', 'LOYALTY_CARD_NOT_FOUND', 'EMAIL_NOT_SENT'],
  run: async (call) => {
    const caller = await callerOf(call, 'EMAIL');
    const card = await campaignOf(call, cardRow, call.input.card);
    const letter = { campaignId: card.id, link: loyaltyCardPath(card.code), content: cardEmail(card, call.input) };
    return sendCampaign(call.transaction, caller, { ...letter, address: call.input.email });
  },
});

export const sendLoyaltyCardSms = mutation({
  ...sending,
  name: 'sendLoyaltyCardSms',
  description: 'Sends a loyalty card by SMS. Waits up to 10 seconds for the platform to accept or refuse the message.',
  input: z.object({ card: loyaltyCardId, phone, body: smsBody }),
  problems: ['NO_SMS_INTEGRATION', 'LOYALTY_CARD_NOT_FOUND', 'SMS_OPTED_OUT', 'SMS_NOT_SENT'],
  run: async (call) => {
    const caller = await callerOf(call, 'SMS');
    const card = await campaignOf(call, cardRow, call.input.card);
    const letter = { campaignId: card.id, link: loyaltyCardPath(card.code), content: cardSms(card, call.input) };
    return sendCampaign(call.transaction, caller, { ...letter, address: call.input.phone });
  },
});

export const sendDirectoryEmail = mutation({
  ...sending,
  name: 'sendDirectoryEmail',
  description:
    "Sends a directory by email. Waits up to 10 seconds for the platform to accept or refuse the message. Uses one email of the account's email balance unless `free` is true. A permanent failure returns it to the balance.",
  input: z.object({
    directory: directoryId,
    email,
    from,
    type: emailFormat,
    subject,
    body: emailBody,
    buttonText,
    free: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether to leave the email balance unchanged, as `/v3/send/email` does. Default: false.' }),
  }),
  problems: ['NO_EMAIL_INTEGRATION', 'DIRECTORY_NOT_FOUND', 'EMAIL_NOT_SENT', 'EMAIL_BALANCE_EMPTY'],
  run: async (call) => {
    const { input, transaction } = call;
    const caller = await callerOf(call, 'EMAIL');
    const directory = await campaignOf(call, directoryRow, input.directory);
    const content = directoryEmail(directory, { ...input, sender: input.from, format: input.type });
    const letter = { campaignId: directory.id, link: directoryPath(directory.code), content, paid: !input.free };
    return sendCampaign(transaction, caller, { ...letter, address: input.email });
  },
});

export const sendDirectorySms = mutation({
  ...sending,
  name: 'sendDirectorySms',
  description: 'Sends a directory by SMS. Waits up to 10 seconds for the platform to accept or refuse the message.',
  input: z.object({ directory: directoryId, phone, body: smsBody }),
  problems: ['NO_SMS_INTEGRATION', 'DIRECTORY_NOT_FOUND', 'SMS_OPTED_OUT', 'SMS_NOT_SENT'],
  run: async (call) => {
    const caller = await callerOf(call, 'SMS');
    const directory = await campaignOf(call, directoryRow, call.input.directory);
    const content = directorySms(directory, call.input);
    const letter = { campaignId: directory.id, link: directoryPath(directory.code), content };
    return sendCampaign(call.transaction, caller, { ...letter, address: call.input.phone });
  },
});
