import { graphql } from '../../documents/typed-document.ts';

export const loyaltyCardFragment = graphql(`
  fragment LoyaltyCardFields on LoyaltyCard { id code name domain type active stampsRequired url }
`);

export const loyaltyUserFragment = graphql(`
  fragment LoyaltyUserFields on LoyaltyUser {
    id: userId firstName lastName address zip city phone email
    custom1 custom2 custom3 custom4 custom5 custom6 custom7 custom8
    stamps points voidedAt url createdAt
    rewards { id rewardId name earnedAt expiresAt usedAt }
  }
`);
