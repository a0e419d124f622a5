import type { Coupon } from '../../coupons/coupon/coupon.ts';
import type { Directory } from '../../directories/directory/directory.ts';
import { firstFilled, titleOf } from '../../kernel/values/blank.ts';
import type { LoyaltyCard } from '../../loyalty/card/card.ts';
import { withPlainPlaceholders } from '../../vocabulary/placeholders.ts';
import { looksLikeHtml } from './email-frame.ts';
import type { NewContent } from './message-content.ts';

/** Texts that replace those of the campaign. An empty or blank text replaces nothing. */
export interface Wording {
  sender?: string | null | undefined;
  subject?: string | null | undefined;
  body?: string | null | undefined;
  format?: 'TEXT' | 'HTML' | null | undefined;
  buttonText?: string | null | undefined;
}

type Named = Pick<Coupon, 'name' | 'title'>;

export function couponEmail(
  coupon: Named & Pick<Coupon, 'emailSubject' | 'emailBody'>,
  { subject, body }: Wording,
): NewContent {
  return emailContent({
    subject: firstFilled(subject, coupon.emailSubject, titleOf(coupon)),
    body: firstFilled(body, coupon.emailBody, defaultBody(`${titleOf(coupon)}: your coupon is waiting for you.`)),
    buttonText: 'Open your coupon',
  });
}

export function couponSms(coupon: Named & Pick<Coupon, 'smsBody'>, { body }: Wording): NewContent {
  return smsContent(firstFilled(body, coupon.smsBody, `${titleOf(coupon)}:`));
}

export function cardEmail(card: Pick<LoyaltyCard, 'name' | 'title'>, { subject, body }: Wording): NewContent {
  return emailContent({
    subject: firstFilled(subject, `Your loyalty card: ${titleOf(card)}`),
    body: firstFilled(body, defaultBody(`${titleOf(card)}: your loyalty card is ready for you.`)),
    buttonText: 'Open your card',
  });
}

export function cardSms(card: Pick<LoyaltyCard, 'name' | 'title'>, { body }: Wording): NewContent {
  return smsContent(firstFilled(body, `Your loyalty card ${titleOf(card)}:`));
}

export function directoryEmail(directory: Pick<Directory, 'name' | 'title'>, wording: Wording): NewContent {
  return emailContent({
    ...wording,
    subject: firstFilled(wording.subject, titleOf(directory)),
    body: firstFilled(wording.body, defaultBody(`${titleOf(directory)}: see the latest deals for you.`)),
    buttonText: firstFilled(wording.buttonText, 'View deals'),
  });
}

export function directorySms(directory: Pick<Directory, 'name' | 'title'>, { body }: Wording): NewContent {
  return smsContent(firstFilled(body, `${titleOf(directory)}:`));
}

/** The default body. An unknown name leaves no gap, because the text around an empty placeholder closes up. */
function defaultBody(sentence: string): string {
  return `Hello [FIRSTNAME] [LASTNAME],\n\n${sentence}\n\n[URL]\n\nEnjoy it, [NAME]!`;
}

function emailContent({
  sender,
  subject,
  body,
  format,
  buttonText,
}: Wording & { subject: string; body: string; buttonText: string }): NewContent {
  const plainBody = withPlainPlaceholders(body);
  return {
    sender: sender || null,
    subject: withPlainPlaceholders(subject.slice(0, 200)),
    body: plainBody,
    format: format ?? (looksLikeHtml(plainBody) ? 'HTML' : 'TEXT'),
    buttonText: withPlainPlaceholders(buttonText),
  };
}

function smsContent(body: string): NewContent {
  return { sender: null, subject: null, body: withPlainPlaceholders(body), format: 'TEXT', buttonText: null };
}
