import { graphql } from './typed-document.ts';

export const sessionFragment = graphql(`
  fragment SessionItem on CouponSession {
    session url sequenceId customId couponId widgetValidationCode customValidationCode
    firstName lastName email phone
    customField1 customField2 customField3 customField4 customField5 customField6 customField7
    moneySpent value utmCampaign utmSource utmMedium utmTerm utmContent
    createdAt openedAt startedAt claimedAt claimType validatedAt lockedAt voidedAt unvoidedAt
    savedToAppleAt savedToGoogleAt expiresAt expired
  }
`);
