import { emailOf } from '../../messaging/message/message.type.ts';
import type { SentMessage } from '../../messaging/send/letter.ts';
import {
  sendCouponEmail,
  sendCouponSms,
  sendDirectoryEmail,
  sendDirectorySms,
  sendLoyaltyCardEmail,
  sendLoyaltyCardSms,
} from '../../messaging/send/send-operations.ts';
import type { Loader } from '../../representations/loader.ts';
import { withoutPlus } from '../../representations/wire-values.ts';
import { sessionPath } from '../../vocabulary/links.ts';
import { type Field, flag, text } from '../adapter/field.ts';
import { call, type RequestFields, row } from '../adapter/row.ts';
import { emailBody, emailTo, phoneTo, smsBody, subject } from '../fields/message-fields.ts';

const campaign = (argument: string, example: string): Field =>
  text({
    argument,
    invalid: 301,
    required: true,
    description: 'The id of a coupon (`cam_…`), a loyalty card (`loy_…`) or a directory (`dir_…`).',
    example,
  });

const coupon = campaign('coupon', 'cam_0a1b2c3d4e5f');
const card = campaign('card', 'loy_0a1b2c3d4e5f');
const directory = campaign('directory', 'dir_0a1b2c3d4e5f');

const couponSession: Field = text({
  argument: 'session',
  invalid: 'SESSION_NOT_FOUND',
  description: 'For coupons: the session to send. Default: a new session.',
  example: '0a1b2c3d4e5f6g7h8i9j0',
});

const name = (argument: string, label: string, placeholder: string, example: string): Field =>
  text({
    argument,
    invalid: 300,
    maxLength: 100,
    description: `For coupons: ${label} of the customer. The email body must contain the placeholder ${placeholder}.`,
    example,
  });

const couponEmail = {
  campaign: coupon,
  email: emailTo,
  couponsession: couponSession,
  subject,
  firstname: name('firstName', 'first name', '[FIRSTNAME]', 'Ada'),
  lastname: name('lastName', 'last name', '[LASTNAME]', 'Lovelace'),
  check_unique: flag({
    argument: 'checkUnique',
    invalid: 302,
    description: 'For coupons: if true, no email is sent to an address that already received the coupon.',
    example: true,
  }),
};
const couponSms = { campaign: coupon, phone: phoneTo, couponsession: couponSession, body: smsBody };

export const sendEmail = row({
  path: '/v3/send/email',
  summary: 'Send a coupon, a loyalty card or a directory by email',
  section: 'v3 coupon distribution and push',
  fields: { ...couponEmail, body: { ...emailBody, description: `Not for coupons: ${emailBody.description}` } },
  calls: {
    coupon: {
      ...call(sendCouponEmail, {
        NO_EMAIL_INTEGRATION: 104,
        COUPON_NOT_FOUND: 502,
        SESSION_NOT_FOUND: 513,
        EMAIL_NOT_SENT: 604,
      }),
      fields: couponEmail,
    },
    loyaltyCard: {
      ...call(sendLoyaltyCardEmail, { NO_EMAIL_INTEGRATION: 104, LOYALTY_CARD_NOT_FOUND: 505, EMAIL_NOT_SENT: 604 }),
      fields: { campaign: card, email: emailTo, subject, body: emailBody },
    },
    directory: {
      ...call(
        sendDirectoryEmail,
        {
          ...{ NO_EMAIL_INTEGRATION: 104, DIRECTORY_NOT_FOUND: 502, EMAIL_NOT_SENT: 604 },
          EMAIL_BALANCE_EMPTY: null, // only the path of /v4 takes emails from the balance
        },
        { free: true },
      ),
      fields: { campaign: directory, email: emailTo, subject, body: emailBody },
    },
  },
  choose: kindOfCampaign,
  reply: async (sent, { fields, loader }) => {
    const message = await loader.messageOf(sent);
    return {
      campaign: fields.campaign,
      subject: emailOf(await loader.renderedOf(message))?.subject ?? '',
      receiver: message.address,
      ...singleUse(sent, loader),
      action: sent.duplicate ? 'email_not_sent_duplicate' : 'email_sent',
      message_id: message.id,
    };
  },
});

export const sendSms = row({
  path: '/v3/send/sms',
  summary: 'Send a coupon, a loyalty card or a directory by SMS',
  section: 'v3 coupon distribution and push',
  fields: couponSms,
  calls: {
    coupon: {
      ...call(sendCouponSms, {
        NO_SMS_INTEGRATION: 103,
        COUPON_NOT_FOUND: 502,
        SESSION_NOT_FOUND: 513,
        SMS_OPTED_OUT: 605,
        SMS_NOT_SENT: 602,
      }),
      messages: { SESSION_NOT_FOUND: 'Statcode not found.' },
    },
    loyaltyCard: {
      ...call(sendLoyaltyCardSms, {
        NO_SMS_INTEGRATION: 103,
        LOYALTY_CARD_NOT_FOUND: 505,
        SMS_OPTED_OUT: 605,
        SMS_NOT_SENT: 602,
      }),
      fields: { campaign: card, phone: phoneTo, body: smsBody },
    },
    directory: {
      ...call(sendDirectorySms, {
        NO_SMS_INTEGRATION: 103,
        DIRECTORY_NOT_FOUND: 502,
        SMS_OPTED_OUT: 605,
        SMS_NOT_SENT: 602,
      }),
      fields: { campaign: directory, phone: phoneTo, body: smsBody },
    },
  },
  choose: kindOfCampaign,
  reply: async (sent, { fields, loader }) => {
    const message = await loader.messageOf(sent);
    return {
      campaign: fields.campaign,
      message: (await loader.renderedOf(message))?.text ?? '',
      phone: withoutPlus(message.address),
      ...singleUse(sent, loader),
      action: 'sms_sent',
      message_id: message.id,
    };
  },
});

/** Returns the kind of campaign of an id. An unknown prefix counts as an invalid id of a coupon. */
function kindOfCampaign({ campaign }: RequestFields): string {
  if (typeof campaign !== 'string') return 'coupon';
  return campaign.startsWith('loy_') ? 'loyaltyCard' : campaign.startsWith('dir_') ? 'directory' : 'coupon';
}

/** Cards and directories have no sessions. */
function singleUse({ session }: SentMessage, { publicUrl }: Loader): object {
  if (!session) return {};
  return {
    single_use_code: session.session,
    single_use_url: publicUrl + sessionPath(session.couponCode, session.session),
  };
}
