import type { ResultOf } from 'gql.tada';
import { graphql } from '../graphql.ts';
import { date, flag } from './values.ts';

export const sessionFields = graphql(`
  fragment SessionItem on CouponSession {
    session url sequenceId customId couponId widgetValidationCode customValidationCode
    firstName lastName email phone
    customField1 customField2 customField3 customField4 customField5 customField6 customField7
    moneySpent utmCampaign utmSource utmMedium utmTerm utmContent
    createdAt openedAt startedAt claimedAt claimType validatedAt lockedAt voidedAt savedAt expiresAt expired
  }
`);

/** The session item (contract, section 5). */
export function sessionItem(item: ResultOf<typeof sessionFields>) {
  return {
    session: item.session,
    session_url: item.url,
    sequenceid: item.sequenceId,
    customid: item.customId ?? '',
    campaign: item.couponId,
    widget_validation_code: item.widgetValidationCode,
    custom_validation_code: item.customValidationCode ?? '',
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
    status: {
      created_date_utc: date(item.createdAt),
      opened: flag(item.openedAt),
      open_date_utc: date(item.openedAt),
      started: flag(item.startedAt),
      start_date_utc: date(item.startedAt),
      claimed: flag(item.claimedAt),
      claim_date_utc: date(item.claimedAt),
      claimtype: item.claimType?.toLowerCase() ?? '',
      validated: flag(item.validatedAt),
      validation_date_utc: date(item.validatedAt),
      locked: flag(item.lockedAt),
      locked_date_utc: date(item.lockedAt),
      voided: flag(item.voidedAt),
      voided_date_utc: date(item.voidedAt),
      saved_to_passbook: flag(item.savedAt),
      expiry_date_utc: date(item.expiresAt),
      expired: flag(item.expired),
    },
  };
}
