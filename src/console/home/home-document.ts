import type { ResultOf } from 'gql.tada';
import { graphql } from '../../documents/typed-document.ts';

export const homeDocument = graphql(`
  query ConsoleHome($lastWeek: String!, $owner: Boolean!) {
    viewer {
      account { name }
      notices { type message createdAt }
    }
    today: accountStatistics(by: HOUR, from: $lastWeek) {
      points {
        start
        counts { created opened claimed validated sent refused moneySpent }
      }
    }
    endingSoon: coupons(first: 10, filter: { states: [ENDING_SOON] }) {
      nodes { id name expiryDate }
    }
    running: coupons(first: 50, filter: { states: [RUNNING, ENDING_SOON] }) {
      nodes {
        id name expiryDate
        totals { created claimed validated voided removed }
      }
    }
    jobs(first: 10, filter: { status: RUNNING }) { nodes { id created requested } }
    webhookEndpoints(first: 100) @include(if: $owner) {
      nodes { id url failingSince disabledAt }
    }
  }
`);

export type HomeData = ResultOf<typeof homeDocument>;
