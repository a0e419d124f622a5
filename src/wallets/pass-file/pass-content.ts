import type { Coupon } from '../../coupons/coupon/coupon.ts';
import { firstFilled, fullName, titleOf } from '../../kernel/values/blank.ts';
import { type Instant, lastMomentBefore, toIso } from '../../kernel/values/instant.ts';
import { dayIn } from '../../kernel/values/local-time.ts';
import { isUsable } from '../../loyalty/reward/earned-reward.ts';
import { nextStampReward } from '../../loyalty/reward/reward.ts';
import { type CouponSession, isExpired } from '../../sessions/session/session.ts';
import type { ShownDesign } from '../design/wallet-picture.ts';
import type { WalletPass } from '../pass/pass.ts';
import type { CardSubject, CouponSubject } from '../pass/pass-subject.ts';
import type { WalletCampaign } from '../pass/wallet-campaign.ts';

/** A field. When its value changes, the phone shows `changeMessage`, with the new value in place of `%@`. */
export interface PassField {
  key: string;
  value: string | number;
  label?: string;
  changeMessage?: string;
  currencyCode?: string;
  dateStyle?: 'PKDateStyleMedium';
  timeStyle?: 'PKDateStyleShort';
}

/** The fields. If several of them have changed, a phone shows the message of the first. */
interface PassFields {
  secondaryFields?: PassField[];
  headerFields?: PassField[];
  primaryFields?: PassField[];
  auxiliaryFields?: PassField[];
  backFields: PassField[];
}

interface PassBarcode {
  format: string;
  message: string;
  messageEncoding: string;
  altText?: string;
}

export interface PassContent {
  style: 'coupon' | 'storeCard';
  organization: string;
  heading: string;
  description: string;
  background: string;
  foreground: string;
  label: string;
  fields: PassFields;
  barcodes: PassBarcode[];
  isVoided: boolean;
  expiresAt: Instant | null;
  stamps?: { collected: number; required: number };
  design: Pick<ShownDesign, 'icon' | 'logo' | 'strip' | 'locations'>;
}

/** The last messages to the pass and to its campaign. */
export type ShownMessage = Pick<WalletPass, 'message' | 'messageChange'> & {
  campaign: Pick<WalletCampaign, 'message' | 'messageChange'> | null;
};

/** Returns the field for messages. Every pass has it, because phones show no message for a new field. */
function messageField({ message, messageChange, campaign }: ShownMessage, { labels }: ShownDesign): PassField {
  const isCampaigns = (campaign?.messageChange ?? 0) > (messageChange ?? 0);
  const last = isCampaigns ? campaign?.message : message;
  const label = firstFilled(labels.message, 'Latest message');
  return { key: 'message', label, value: last ?? 'No messages yet', changeMessage: '%@' };
}

function textFields(texts: Record<string, [label: string, text: string | null | undefined]>): PassField[] {
  return Object.entries(texts).flatMap(([key, [label, value]]) => (value ? [{ key, label, value }] : []));
}

/** Returns a time in the form that Apple documents, without a fraction of a second. */
export function passTime(at: Instant): string {
  return toIso(at).replace(/\.\d+Z$/, 'Z');
}

/** Returns the barcodes. Phones and watches that cannot draw the barcode get a QR code. */
function barcodesOf(text: string, format: string | null): PassBarcode[] {
  const messageEncoding = /^[ -\u00ff]*$/.test(text) ? 'iso-8859-1' : 'utf-8';
  const formats = new Set([...(format ? [format] : []), 'PKBarcodeFormatQR']);
  return [...formats].map((each) => ({ format: each, message: text, messageEncoding, altText: text }));
}

/** The formats. Apple cannot draw Code 39, so such a coupon gets a QR code. */
const formats: Record<NonNullable<Coupon['barcode']>, string | null> = {
  CODE39: null,
  CODE128B: 'PKBarcodeFormatCode128',
  PDF417: 'PKBarcodeFormatPDF417',
  AZTEC: 'PKBarcodeFormatAztec',
  QRCODE: 'PKBarcodeFormatQR',
};

export function couponContent(
  { account, coupon, session, design }: CouponSubject,
  notified: ShownMessage,
  at: Instant,
): PassContent {
  const { labels } = design;
  const state = couponState(coupon, session, at);
  const isOver = state === 'No longer valid' || state === 'Redeemed';
  const code = session.customValidationCode ?? session.session;
  const provider = firstFilled(design.provider, coupon.poweredBy, account.name);
  const foreground = design.foregroundColor ?? '#ffffff';
  return {
    style: 'coupon',
    organization: provider,
    heading: design.logoText ?? provider,
    description: titleOf(coupon),
    background: design.backgroundColor ?? '#1f2937',
    foreground,
    label: design.labelColor ?? foreground,
    fields: {
      primaryFields: [offerField(coupon)],
      secondaryFields: [
        {
          key: 'state',
          label: firstFilled(labels.status, 'Status'),
          value: state,
          changeMessage: changeTextOf(state, design) || '%@',
        },
        expiryField(coupon, session, design),
      ],
      backFields: [
        messageField(notified, design),
        ...textFields({
          subtitle: [firstFilled(labels.offer, 'Offer'), coupon.subtitle],
          description: [firstFilled(labels.details, 'Details'), coupon.description],
          termsShort: [firstFilled(labels.conditions, 'Conditions'), coupon.termsShort],
          terms: [firstFilled(labels.terms, 'Terms and conditions'), firstFilled(design.terms, coupon.terms)],
          company: [firstFilled(labels.poweredBy, 'Offered by'), coupon.poweredByUrl],
        }),
      ],
    },
    barcodes: isOver ? [] : barcodesOf(code, coupon.barcode && formats[coupon.barcode]),
    isVoided: isOver,
    expiresAt: session.expiresAt,
    design,
  };
}

function changeTextOf(state: string, { changes }: ShownDesign): string | null | undefined {
  if (state === 'Claimed') return changes.claim;
  if (state === 'Redeemed') return changes.validation;
  return state === 'No longer valid' ? changes.void : null;
}

function offerField({ title, name, value, currency }: Coupon): PassField {
  const text = firstFilled(title, name);
  if (value === null) return { key: 'offer', value: text };
  if (currency === null) return { key: 'offer', label: text, value };
  return { key: 'offer', label: text, value: Number(value), currencyCode: currency };
}

export type CouponState =
  | 'No longer valid'
  | 'Redeemed'
  | 'Expired'
  | 'Not available at the moment'
  | 'Not valid yet'
  | 'Claimed'
  | 'Ready to use';

export function couponState(coupon: Coupon, session: CouponSession, at: Instant): CouponState {
  if (coupon.voidedAt || session.voidedAt) return 'No longer valid';
  if (session.validatedAt) return 'Redeemed';
  if (isExpired(session, at)) return 'Expired';
  if (coupon.lockedAt || session.lockedAt) return 'Not available at the moment';
  if (coupon.startsAt && coupon.startsAt > at) return 'Not valid yet';
  return session.claimedAt ? 'Claimed' : 'Ready to use';
}

function expiryField({ expiryDays }: Coupon, { expiresAt }: CouponSession, { labels, changes }: ShownDesign) {
  const field = { key: 'expires', label: firstFilled(labels.expiry, 'Valid until') };
  if (expiresAt) {
    const style = { dateStyle: 'PKDateStyleMedium', timeStyle: 'PKDateStyleShort' } as const;
    return {
      ...field,
      value: passTime(expiresAt),
      ...style,
      changeMessage: firstFilled(changes.expiry, 'Now valid until %@'),
    };
  }
  if (expiryDays !== null) return { ...field, label: 'Days valid once claimed', value: expiryDays };
  return { ...field, value: 'Does not expire', changeMessage: '%@' };
}

export function cardContent(
  { account, card, user, rewards: offered, expiring, design }: CardSubject,
  notified: ShownMessage,
  at: Instant,
): PassContent {
  const { labels, changes } = design;
  const required = card.stampsRequired;
  const isStampCard = card.type === 'STAMP' && required !== null;
  const name = fullName(user);
  const rewards = user.rewards.filter((reward) => isUsable(reward, at)).map((reward) => reward.name);
  const points: PassField = {
    key: 'points',
    label: firstFilled(labels.points, 'Points'),
    value: user.points,
    changeMessage: firstFilled(changes.points, 'You now have %@ points'),
  };
  const stamps: PassField = {
    key: 'stamps',
    label: firstFilled(labels.stamps, 'Stamps'),
    value: `${user.stamps}/${required}`,
    changeMessage: firstFilled(changes.stamps, 'Your stamps: %@'),
  };
  const foreground = design.foregroundColor ?? card.textColor ?? '#ffffff';
  return {
    style: 'storeCard',
    organization: firstFilled(design.provider, account.name),
    heading: design.logoText ?? titleOf(card),
    description: titleOf(card),
    background: design.backgroundColor ?? card.backgroundColor ?? '#1f2937',
    foreground,
    label: design.labelColor ?? foreground,
    // A reward also changes the stamps, and says more than they do, so it comes first.
    fields: {
      secondaryFields: [
        {
          key: 'rewards',
          label: firstFilled(labels.rewards, 'Rewards'),
          value: rewards.join(', ') || 'None',
          changeMessage: firstFilled(changes.reward, 'Your rewards: %@'),
        },
        ...textFields({ name: [firstFilled(labels.name, 'Name'), name] }),
      ],
      headerFields: isStampCard ? [stamps] : [points],
      auxiliaryFields: isStampCard && user.points > 0 ? [points] : [],
      backFields: [
        {
          key: 'state',
          label: firstFilled(labels.status, 'Status'),
          value: cardState(card, user),
          changeMessage: (user.voidedAt && changes.void) || '%@',
        },
        messageField(notified, design),
        ...textFields({
          next: ['Next reward', nextRewardText(card, user, offered)],
          expiring: ['Expiring points', expiringText(expiring, account)],
          description: [firstFilled(labels.details, 'Details'), card.description],
          terms: [firstFilled(labels.terms, 'Terms and conditions'), design.terms],
        }),
      ],
    },
    barcodes: user.voidedAt ? [] : barcodesOf(user.id, null),
    isVoided: user.voidedAt !== null,
    expiresAt: null,
    design,
    ...(isStampCard && { stamps: { collected: user.stamps, required } }),
  };
}

/** Names the next reward for stamps, and the number of stamps at which the card earns it. */
export function nextRewardText(
  card: CardSubject['card'],
  { stamps }: CardSubject['user'],
  rewards: CardSubject['rewards'],
): string | null {
  const next = nextStampReward(card, stamps, rewards);
  return next && `${next.name} (${next.stamps})`;
}

/** Returns the points that expire next and their last day, such as `12 (2027-03-31)`. */
export function expiringText(
  expiring: CardSubject['expiring'],
  { timezone }: Pick<CardSubject['account'], 'timezone'>,
): string | null {
  return expiring && `${expiring.points} (${dayIn(lastMomentBefore(expiring.expiresAt), timezone)})`;
}

export type CardState = 'No longer valid' | 'Not available at the moment' | 'Ready to use';

export function cardState(
  { deactivatedAt }: Pick<CardSubject['card'], 'deactivatedAt'>,
  { voidedAt }: Pick<CardSubject['user'], 'voidedAt'>,
): CardState {
  if (voidedAt) return 'No longer valid';
  return deactivatedAt ? 'Not available at the moment' : 'Ready to use';
}
