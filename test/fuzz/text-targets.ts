import fc from 'fast-check';
import { emailAddress, emailText, phoneNumber, sender } from '../../src/api/inputs.ts';
import { emailKey } from '../../src/kernel/values/email-address.ts';
import { phoneKey } from '../../src/kernel/values/phone-number.ts';
import { couponEmail, couponSms } from '../../src/messaging/content/campaign-content.ts';
import { renderEmail, renderSms } from '../../src/messaging/content/rendering.ts';
import { endpointFields } from '../../src/webhooks/endpoint/endpoint.inputs.ts';
import { parser } from './target.ts';
import { anyText, repetitive } from './texts.ts';

const markup = repetitive(
  [
    ...['[NAME]', '[FIRSTNAME]', '[LASTNAME]', '[URL]', '[UNSUBSCRIBE]', '[', ']', ' ', '\n', ',', '&nbsp;', '&amp;'],
    ...['<', '>', '</', '/>', '"', "'", '=', '<b>', '</b>', '<p>', '</p>', '<br>', '<a href="', '<a>', '</a>', '<li>'],
    ...['<table><tr><td>', '</td>', '<script>', '</script>', '<!--', '-->', '<![CDATA[', '<body>', '</body', '<svg>'],
  ],
  50_000,
);

const coupon = { name: 'Rye', title: null, emailSubject: null, emailBody: null, smsBody: null };
const someone = { id: 'msg_0000000000000000', accountId: 'acc_0000000000000000', address: 'ada@example.com' };
const publicUrl = 'https://deals.example';
const dependencies = {
  account: { name: 'Bakery', domain: 'bakery.example' },
  from: null,
  publicUrl,
  unsubscribeUrl: 'u',
};
const name = fc.constantFrom('', 'Ada', '<b>"&', 'x'.repeat(100));

const values = fc.record({ body: markup, firstName: name, lastName: name });
let stored = 0;

function recipient(firstName: string, lastName: string) {
  stored += 1;
  return { ...someone, id: `fuzz_${stored}`, firstName, lastName, link: '/p/abc/def' };
}

export const textTargets = [
  parser('email templates', values, ({ body, firstName, lastName }) => {
    if (!emailText.safeParse(body).success) return;
    const to = recipient(firstName, lastName);
    renderEmail({ ...couponEmail(coupon, { body }), id: to.id }, to, dependencies);
  }),
  parser('SMS templates', values, ({ body, firstName, lastName }) => {
    const to = recipient(firstName, lastName);
    renderSms({ ...couponSms(coupon, { body: body.slice(0, 1000) }), id: to.id }, to, publicUrl);
  }),
  parser('email addresses', anyText, (text) => {
    emailAddress.safeParse(text);
    sender.safeParse(text);
    emailKey(text);
  }),
  parser('phone numbers', anyText, (text) => {
    phoneNumber.safeParse(text);
    phoneKey(text);
  }),
  parser('addresses of webhooks', anyText, (text) => {
    endpointFields.url.safeParse(text);
    endpointFields.url.safeParse(`https://${text}`);
  }),
];
