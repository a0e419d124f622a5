import { type Event, nounIn } from '../kernel/event-log/event.ts';
import { now, toIso } from '../kernel/values/instant.ts';
import { customerFields, utmFields } from '../sessions/session/session.fields.ts';
import { type CouponSession, isExpired } from '../sessions/session/session.ts';
import { sessionPath } from '../vocabulary/links.ts';
import { date, emptyMembers, fillMembers, flag } from './wire-values.ts';

export function sessionItemOf(session: CouponSession, publicUrl: string) {
  return sessionItem(session, publicUrl, isExpired(session, now()));
}

const showCustomer = fillMembers(customerFields);
const showUtm = fillMembers(utmFields);

/** The members in their order. A list copies this object for each session, which is faster than joining parts. */
const emptyItem = {
  session: '',
  session_url: '',
  sequenceid: '',
  customid: '',
  campaign: '',
  widget_validation_code: '',
  ...emptyMembers(customerFields),
  money_spent: '',
  ...emptyMembers(utmFields),
};

function sessionItem(item: CouponSession, publicUrl: string, expired: boolean) {
  const shown = {
    ...emptyItem,
    session: item.session,
    session_url: publicUrl + sessionPath(item.couponCode, item.session),
    sequenceid: String(item.sequence),
    customid: item.customId ?? '',
    campaign: item.couponId,
    widget_validation_code: item.session.slice(0, 6),
    money_spent: item.moneySpent ?? '',
    status: sessionStatus(item, expired),
  };
  showCustomer(shown, item);
  showUtm(shown, item);
  return shown;
}

/** The service has no games, so their fields are empty. */
function sessionStatus(item: CouponSession, expired: boolean) {
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
    redeem_location_ID: item.locationId ?? '',
    voided: flag(item.voidedAt),
    voided_date_utc: date(item.voidedAt),
    unvoided_date_utc: date(item.unvoidedAt),
    locked: flag(item.lockedAt),
    locked_date_utc: date(item.lockedAt),
    expiry_date_utc: date(item.expiresAt),
    expired: flag(expired),
  };
}

export function sessionOfEvent(event: Event, publicUrl: string): object {
  const session = nounIn<CouponSession>(event);
  // In JSON, database servers write more digits of a second than in a column.
  const end = session.expiresAt?.slice(0, 23);
  return sessionItem(session, publicUrl, end !== undefined && toIso(end) <= toIso(event.createdAt));
}
