import type { ResultOf } from 'gql.tada';
import { graphql } from '../../documents/typed-document.ts';

export const sessionDocument = graphql(`
  query ConsoleSession($session: ID!) {
    couponSession(session: $session) {
      session sequenceId url widgetValidationCode customValidationCode customId firstName lastName email phone
      customField1 customField2 customField3 customField4 customField5 customField6 customField7 moneySpent
      value utmCampaign utmSource utmMedium utmTerm utmContent createdAt openedAt startedAt claimedAt
      claimType validatedAt lockedAt voidedAt heldUntil expiresAt expired savedToAppleAt savedToGoogleAt
      walletPasses { platform url }
      coupon { id name title currency voidedAt lockedAt startDate }
      history { type at by }
    }
    messages(filter: { session: $session }, first: 20) {
      nodes { channel address status createdAt }
    }
  }
`);

export type ShownSession = ResultOf<typeof sessionDocument>['couponSession'];
export type ShownMessage = ResultOf<typeof sessionDocument>['messages']['nodes'][number];
