import { graphql } from '../../documents/typed-document.ts';

/** What the screens of the codes show of their campaign. */
export const campaignOfCodes = graphql(`
  query ConsoleCampaignOfCodes($coupon: ID!) {
    coupon(id: $coupon) {
      id
      name
      state
    }
  }
`);
