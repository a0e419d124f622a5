import type { ResultOf } from 'gql.tada';
import { sendCouponEmail } from '../../../messaging/send/send-coupon-email.ts';
import { sendCouponSms } from '../../../messaging/send/send-coupon-sms.ts';
import { sendDirectoryEmail } from '../../../messaging/send/send-directory-email.ts';
import { sendDirectorySms } from '../../../messaging/send/send-directory-sms.ts';
import { sendLoyaltyCardEmail } from '../../../messaging/send/send-loyalty-card-email.ts';
import { sendLoyaltyCardSms } from '../../../messaging/send/send-loyalty-card-sms.ts';
import { graphql } from '../../documents/typed-document.ts';
import { withoutPlus } from '../../representations/wire-values.ts';
import { type Field, flag, text } from '../adapter/field.ts';
import { call, type Given, row } from '../adapter/row.ts';
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

const sentEmail = graphql(
  'fragment SentEmail on Sent { message { id address subject } session { session url } duplicate }',
);
const sentSms = graphql('fragment SentSms on Sent { message { id address text } session { session url } }');

export const sendEmail = row({
  path: '/v3/send/email',
  summary: 'Send a coupon, a loyalty card or a directory by email',
  section: 'v3 coupon distribution and push',
  fields: { ...couponEmail, body: { ...emailBody, description: `Not for coupons: ${emailBody.description}` } },
  calls: {
    coupon: {
      ...call(
        sendCouponEmail,
        graphql('mutation ($input: SendCouponEmailInput!) { sent: sendCouponEmail(input: $input) { ...SentEmail } }', [
          sentEmail,
        ]),
        { NO_EMAIL_INTEGRATION: 104, COUPON_NOT_FOUND: 502, SESSION_NOT_FOUND: 513, EMAIL_NOT_SENT: 604 },
      ),
      fields: couponEmail,
    },
    loyaltyCard: {
      ...call(
        sendLoyaltyCardEmail,
        graphql(
          'mutation ($input: SendLoyaltyCardEmailInput!) { sent: sendLoyaltyCardEmail(input: $input) { ...SentEmail } }',
          [sentEmail],
        ),
        { NO_EMAIL_INTEGRATION: 104, LOYALTY_CARD_NOT_FOUND: 505, EMAIL_NOT_SENT: 604 },
      ),
      fields: { campaign: card, email: emailTo, subject, body: emailBody },
    },
    directory: {
      ...call(
        sendDirectoryEmail,
        graphql(
          'mutation ($input: SendDirectoryEmailInput!) { sent: sendDirectoryEmail(input: $input) { ...SentEmail } }',
          [sentEmail],
        ),
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
  reply: ({ sent: { message, session, duplicate } }, { fields }) => ({
    campaign: fields.campaign,
    subject: message.subject ?? '',
    receiver: message.address,
    ...singleUse(session),
    action: duplicate ? 'email_not_sent_duplicate' : 'email_sent',
    message_id: message.id,
  }),
});

export const sendSms = row({
  path: '/v3/send/sms',
  summary: 'Send a coupon, a loyalty card or a directory by SMS',
  section: 'v3 coupon distribution and push',
  fields: couponSms,
  calls: {
    coupon: {
      ...call(
        sendCouponSms,
        graphql('mutation ($input: SendCouponSmsInput!) { sent: sendCouponSms(input: $input) { ...SentSms } }', [
          sentSms,
        ]),
        {
          NO_SMS_INTEGRATION: 103,
          COUPON_NOT_FOUND: 502,
          SESSION_NOT_FOUND: 513,
          SMS_OPTED_OUT: 605,
          SMS_NOT_SENT: 602,
        },
      ),
      words: { SESSION_NOT_FOUND: 'Statcode not found.' },
    },
    loyaltyCard: {
      ...call(
        sendLoyaltyCardSms,
        graphql(
          'mutation ($input: SendLoyaltyCardSmsInput!) { sent: sendLoyaltyCardSms(input: $input) { ...SentSms } }',
          [sentSms],
        ),
        { NO_SMS_INTEGRATION: 103, LOYALTY_CARD_NOT_FOUND: 505, SMS_OPTED_OUT: 605, SMS_NOT_SENT: 602 },
      ),
      fields: { campaign: card, phone: phoneTo, body: smsBody },
    },
    directory: {
      ...call(
        sendDirectorySms,
        graphql('mutation ($input: SendDirectorySmsInput!) { sent: sendDirectorySms(input: $input) { ...SentSms } }', [
          sentSms,
        ]),
        { NO_SMS_INTEGRATION: 103, DIRECTORY_NOT_FOUND: 502, SMS_OPTED_OUT: 605, SMS_NOT_SENT: 602 },
      ),
      fields: { campaign: directory, phone: phoneTo, body: smsBody },
    },
  },
  choose: kindOfCampaign,
  reply: ({ sent: { message, session } }, { fields }) => ({
    campaign: fields.campaign,
    message: message.text ?? '',
    phone: withoutPlus(message.address),
    ...singleUse(session),
    action: 'sms_sent',
    message_id: message.id,
  }),
});

/**
 * Returns the kind of a campaign according to the prefix of its id. An unknown prefix counts as an invalid id of a
 * coupon.
 */
function kindOfCampaign({ campaign }: Given): string {
  if (typeof campaign !== 'string') return 'coupon';
  return campaign.startsWith('loy_') ? 'loyaltyCard' : campaign.startsWith('dir_') ? 'directory' : 'coupon';
}

/** Cards and directories have no sessions. */
function singleUse(session: ResultOf<typeof sentSms>['session']): object {
  return session ? { single_use_code: session.session, single_use_url: session.url } : {};
}
