import type { Coupon } from '../../coupons/coupon/coupon.ts';
import type { Event } from '../../kernel/event-log/event.ts';
import { toIso } from '../../kernel/values/instant.ts';
import { sessionPath } from '../../kernel/values/links.ts';
import type { CouponSession } from '../../sessions/session/session.ts';
import { date, flag } from './wire-values.ts';

type Unchanged = Exclude<
  keyof CouponSession,
  'sequence' | 'accountId' | 'couponCode' | 'heldUntil' | 'ownExpiresAt' | 'updatedAt'
>;

/** The source of a session item: the session as GraphQL returns it, or as an event holds it. */
export interface ShownSession extends Pick<CouponSession, Unchanged> {
  url: string;
  sequenceId: string;
  widgetValidationCode: string;
  expired: boolean;
}

/** Returns the session item (legacy wire, section 2). */
export function sessionItem(item: ShownSession) {
  return {
    session: item.session,
    session_url: item.url,
    sequenceid: item.sequenceId,
    customid: item.customId ?? '',
    campaign: item.couponId,
    widget_validation_code: item.widgetValidationCode,
    firstname: item.firstName ?? '',
    lastname: item.lastName ?? '',
    email: item.email ?? '',
    phone: item.phone ?? '',
    customfield1: item.customField1 ?? '',
    customfield2: item.customField2 ?? '',
    customfield3: item.customField3 ?? '',
    customfield4: item.customField4 ?? '',
    customfield5: item.customField5 ?? '',
    customfield6: item.customField6 ?? '',
    customfield7: item.customField7 ?? '',
    money_spent: item.moneySpent ?? '',
    utm_campaign: item.utmCampaign ?? '',
    utm_source: item.utmSource ?? '',
    utm_medium: item.utmMedium ?? '',
    utm_term: item.utmTerm ?? '',
    utm_content: item.utmContent ?? '',
    status: sessionStatus(item),
  };
}

/** Returns a session as searches show it. */
export function foundSession({ coupon, ...item }: ShownSession & { coupon: FoundCoupon }) {
  return {
    campaign: item.couponId,
    session: item.session,
    single_use_url: item.url,
    custom_validation_code: item.customValidationCode ?? '',
    customid: item.customId ?? '',
    coupon: {
      ID: coupon.id,
      code: coupon.code,
      url: coupon.url,
      status: coupon.status.toLowerCase(),
      coupon_tags: coupon.tags.join(','),
    },
    data: sessionItem(item),
  };
}

/** What searches show of the coupon of a session. */
interface FoundCoupon extends Pick<Coupon, 'id' | 'code' | 'status'> {
  url: string;
  tags: readonly string[];
}

/** The service has no games and no redeem locations, so their fields are empty. */
function sessionStatus(item: ShownSession) {
  return {
    created_date_utc: date(item.createdAt),
    opened: flag(item.openedAt),
    open_date_utc: date(item.openedAt),
    played: '0',
    played_date_utc: '',
    started: flag(item.startedAt),
    start_date_utc: date(item.startedAt),
    claimed: flag(item.claimedAt),
    claim_date_utc: date(item.claimedAt),
    claimtype: item.claimType?.toLowerCase() ?? '',
    saved_to_passbook: flag(item.savedToAppleAt),
    saved_to_passbook_date_utc: date(item.savedToAppleAt),
    saved_to_androidpay: flag(item.savedToGoogleAt),
    saved_to_androidpay_date_utc: date(item.savedToGoogleAt),
    validated: flag(item.validatedAt),
    validation_date_utc: date(item.validatedAt),
    own_validation_code: item.customValidationCode ?? '',
    validation_value: item.moneySpent ?? '',
    value: item.value ?? '',
    redeem_location_ID: '',
    voided: flag(item.voidedAt),
    voided_date_utc: date(item.voidedAt),
    unvoided_date_utc: date(item.unvoidedAt),
    locked: flag(item.lockedAt),
    locked_date_utc: date(item.lockedAt),
    expiry_date_utc: date(item.expiresAt),
    expired: flag(item.expired),
  };
}

/** Returns the session as it was at the event. */
export function sessionOfEvent({ data, createdAt }: Event, publicUrl: string): object {
  const session = JSON.parse(data) as CouponSession;
  return sessionItem({
    ...unknownEarlier,
    ...session,
    url: publicUrl + sessionPath(session.couponCode, session.session),
    sequenceId: String(session.sequence),
    widgetValidationCode: session.session.slice(0, 6),
    // Database servers write more digits of a second in JSON than in a column.
    expired: session.expiresAt !== null && toIso(session.expiresAt.slice(0, 23)) <= toIso(createdAt),
  });
}

/** The properties that events of earlier versions lack. */
const unknownEarlier = { value: null, unvoidedAt: null, savedToAppleAt: null, savedToGoogleAt: null };
