import { graphql } from '../../documents/typed-document.ts';

export const campaignOfCodes = graphql(`
  query ConsoleCampaignOfCodes($coupon: ID!) {
    coupon(id: $coupon) { id name state }
  }
`);
