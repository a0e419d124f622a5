import type { Coupon } from '../../coupons/coupon/coupon.ts';
import { firstFilled, fullName, isBlank, titleOf } from '../../kernel/values/blank.ts';
import { type Instant, toIso } from '../../kernel/values/instant.ts';
import { isUsable } from '../../loyalty/reward/earned-reward.ts';
import type { GoogleResource } from '../../messaging/platform/google/google-wallet.ts';
import type { CouponSession } from '../../sessions/session/session.ts';
import { googleLogoPath } from '../../vocabulary/links.ts';
import type { GoogleClient } from '../google/google-client.ts';
import type { WalletPass } from '../pass/pass.ts';
import type { CampaignSubject, CardSubject, CouponSubject, PassSubject } from '../pass/pass-subject.ts';
import {
  type CardState,
  type CouponState,
  cardState,
  couponState,
  expiringText,
  nextRewardText,
} from '../pass-file/pass-content.ts';
import {
  barcodeWith,
  type ClassPlace,
  classFields,
  type GoogleClass,
  type GoogleObject,
  imageAt,
  logoAddress,
  objectIds,
  shortened,
  textModules,
  usualBackground,
} from './google-content.ts';

export function classOf(
  subject: CampaignSubject,
  { issuerId, integration }: Pick<GoogleClient, 'issuerId' | 'integration'>,
  publicUrl: string,
): { resource: GoogleResource; content: GoogleClass } {
  const place = { issuerId, integrationId: integration.id, publicUrl };
  if ('coupon' in subject) {
    const content = offerClass(subject, { ...place, campaignId: subject.coupon.id });
    return { resource: 'offerClass', content };
  }
  return { resource: 'loyaltyClass', content: loyaltyClass(subject, { ...place, campaignId: subject.card.id }) };
}

export function objectOf(
  subject: PassSubject,
  pass: WalletPass,
  at: Instant,
): { resource: GoogleResource; content: GoogleObject } {
  if ('coupon' in subject) return { resource: 'offerObject', content: offerObject(subject, pass, at) };
  return { resource: 'loyaltyObject', content: loyaltyObject(subject, pass, at) };
}

const [longestTitle, longestProvider] = [60, 12];

function offerClass({ account, coupon, design }: Omit<CouponSubject, 'session'>, place: ClassPlace): GoogleClass {
  const { title, name, value, currency, subtitle, description, termsShort, terms, poweredBy, poweredByUrl } = coupon;
  const logo = logoAddress(design, place.publicUrl);
  return {
    ...classFields(account, design, place),
    title: shortened(firstFilled(title, name), longestTitle),
    titleImage: logo && imageAt(logo, firstFilled(title, name)),
    provider: shortened(firstFilled(design.provider, poweredBy, account.name), longestProvider),
    redemptionChannel: 'BOTH',
    details: description,
    finePrint: [termsShort, firstFilled(design.terms, terms)].filter((text) => !isBlank(text)).join('\n\n') || null,
    homepageUri: poweredByUrl ? { uri: poweredByUrl, description: firstFilled(poweredBy, account.name) } : null,
    hexBackgroundColor: design.backgroundColor ?? usualBackground,
    textModulesData: textModules({
      value: ['Value', value && [value, currency].filter(Boolean).join(' ')],
      subtitle: [firstFilled(design.labels.offer, 'Offer'), subtitle],
    }),
  };
}

function offerObject({ coupon, session, design }: CouponSubject, pass: WalletPass, at: Instant): GoogleObject {
  const words = couponState(coupon, session, at);
  const isOver = words === 'No longer valid' || words === 'Redeemed';
  const days = session.expiresAt === null && coupon.expiryDays !== null ? String(coupon.expiryDays) : null;
  return {
    ...objectIds(pass),
    state: states[words],
    barcode: isOver ? null : barcodeOf(coupon, session),
    validTimeInterval: validityOf(coupon, session),
    textModulesData: textModules({
      state: [firstFilled(design.labels.status, 'Status'), words === 'Ready to use' ? null : words],
      days: ['Days valid once claimed', days],
    }),
  };
}

const states: Record<CouponState, GoogleObject['state']> = {
  'Ready to use': 'ACTIVE',
  Claimed: 'ACTIVE',
  'Not valid yet': 'ACTIVE',
  'Not available at the moment': 'INACTIVE',
  'No longer valid': 'INACTIVE',
  Redeemed: 'COMPLETED',
  Expired: 'EXPIRED',
};

const formats: Record<Exclude<Coupon['barcode'], 'CODE39' | null>, string> = {
  CODE128B: 'CODE_128',
  PDF417: 'PDF_417',
  AZTEC: 'AZTEC',
  QRCODE: 'QR_CODE',
};

function barcodeOf({ barcode }: Coupon, { customValidationCode, session }: CouponSession): object {
  const text = customValidationCode ?? session;
  if (barcode === 'CODE39') return barcodeWith(isCode39(text) ? 'CODE_39' : 'QR_CODE', text);
  return barcodeWith(formats[barcode ?? 'QRCODE'], text);
}

/**
 * Whether Code 39 can encode the text. It has no lowercase letters, and scanners might not know the extension that has
 * them.
 */
function isCode39(text: string): boolean {
  return /^[0-9A-Z. $/+%-]+$/.test(text);
}

function validityOf({ startsAt }: Coupon, { expiresAt }: CouponSession): object | null {
  if (!startsAt && !expiresAt) return null;
  return {
    start: startsAt ? { date: toIso(startsAt) } : null,
    end: expiresAt ? { date: toIso(expiresAt) } : null,
  };
}

const [longestName, maxNameLength] = [20, 20];

function loyaltyClass(
  { account, card, design }: Omit<CardSubject, 'user' | 'rewards' | 'expiring'>,
  place: ClassPlace,
): GoogleClass {
  const { labels } = design;
  const name = titleOf(card);
  return {
    ...classFields(account, design, place),
    programName: shortened(name, longestName),
    programLogo: imageAt(
      logoAddress(design, place.publicUrl) ?? card.logoUrl ?? place.publicUrl + googleLogoPath,
      name,
    ),
    accountNameLabel: firstFilled(labels.name, 'Name'),
    accountIdLabel: 'Card',
    hexBackgroundColor: design.backgroundColor ?? card.backgroundColor ?? usualBackground,
    textModulesData: textModules({
      details: [firstFilled(labels.details, 'Details'), card.description],
      terms: [firstFilled(labels.terms, 'Terms and conditions'), design.terms],
    }),
  };
}

function loyaltyObject(
  { account, card, user, rewards: offered, expiring, design }: CardSubject,
  pass: WalletPass,
  at: Instant,
): GoogleObject {
  const { labels } = design;
  const words = cardState(card, user);
  const name = fullName(user);
  const rewards = user.rewards.filter((reward) => isUsable(reward, at)).map((reward) => reward.name);
  const points = balance(firstFilled(labels.points, 'Points'), String(user.points));
  const required = card.type === 'STAMP' ? card.stampsRequired : null;
  return {
    ...objectIds(pass),
    state: cardStates[words],
    accountId: user.id,
    accountName: name ? shortened(name, maxNameLength) : null,
    loyaltyPoints:
      required === null ? points : balance(firstFilled(labels.stamps, 'Stamps'), `${user.stamps}/${required}`),
    secondaryLoyaltyPoints: required !== null && user.points > 0 ? points : null,
    barcode: user.voidedAt ? null : barcodeWith('QR_CODE', user.id),
    textModulesData: textModules({
      rewards: [firstFilled(labels.rewards, 'Rewards'), rewards.join(', ')],
      next: ['Next reward', nextRewardText(card, user, offered)],
      expiring: ['Expiring points', expiringText(expiring, account)],
      state: [firstFilled(labels.status, 'Status'), words === 'Ready to use' ? null : words],
    }),
  };
}

const cardStates: Record<CardState, GoogleObject['state']> = {
  'Ready to use': 'ACTIVE',
  'Not available at the moment': 'INACTIVE',
  'No longer valid': 'INACTIVE',
};

/**
 * Returns the balance as text, because a card may count stamps. Google notifies people only about changes to a balance.
 */
function balance(label: string, text: string): object {
  return { label, balance: { string: text } };
}
