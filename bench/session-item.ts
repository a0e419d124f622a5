import type { Instant } from '../src/kernel/values/instant.ts';
import type { CouponSession } from '../src/sessions/session/session.ts';

/** Returns the session item of the REST responses directly from the row. */
export function sessionItem(row: CouponSession, publicUrl: string, now: Instant) {
  return {
    session: row.session,
    session_url: `${publicUrl}/p/${row.couponCode}/${row.session}`,
    sequenceid: String(row.sequence),
    customid: row.customId ?? '',
    campaign: row.couponId,
    widget_validation_code: row.session.slice(0, 6),
    firstname: row.firstName ?? '',
    lastname: row.lastName ?? '',
    email: row.email ?? '',
    phone: row.phone ?? '',
    customfield1: row.customField1 ?? '',
    customfield2: row.customField2 ?? '',
    customfield3: row.customField3 ?? '',
    customfield4: row.customField4 ?? '',
    customfield5: row.customField5 ?? '',
    customfield6: row.customField6 ?? '',
    customfield7: row.customField7 ?? '',
    money_spent: row.moneySpent ?? '',
    utm_campaign: row.utmCampaign ?? '',
    utm_source: row.utmSource ?? '',
    utm_medium: row.utmMedium ?? '',
    utm_term: row.utmTerm ?? '',
    utm_content: row.utmContent ?? '',
    status: {
      created_date_utc: date(row.createdAt),
      opened: flag(row.openedAt),
      open_date_utc: date(row.openedAt),
      played: '0',
      played_date_utc: '',
      started: flag(row.startedAt),
      start_date_utc: date(row.startedAt),
      claimed: flag(row.claimedAt),
      claim_date_utc: date(row.claimedAt),
      claimtype: row.claimType?.toLowerCase() ?? '',
      saved_to_passbook: flag(row.savedToAppleAt),
      saved_to_passbook_date_utc: date(row.savedToAppleAt),
      saved_to_androidpay: flag(row.savedToGoogleAt),
      saved_to_androidpay_date_utc: date(row.savedToGoogleAt),
      validated: flag(row.validatedAt),
      validation_date_utc: date(row.validatedAt),
      own_validation_code: row.customValidationCode ?? '',
      validation_value: row.moneySpent ?? '',
      value: row.value ?? '',
      redeem_location_ID: row.locationId ?? '',
      voided: flag(row.voidedAt),
      voided_date_utc: date(row.voidedAt),
      unvoided_date_utc: date(row.unvoidedAt),
      locked: flag(row.lockedAt),
      locked_date_utc: date(row.lockedAt),
      expiry_date_utc: date(row.expiresAt),
      expired: row.expiresAt !== null && row.expiresAt <= now ? '1' : '0',
    },
  };
}

function date(value: Instant | null): string {
  return value === null ? '' : value.slice(0, 19);
}

function flag(value: Instant | null): string {
  return value === null ? '0' : '1';
}
