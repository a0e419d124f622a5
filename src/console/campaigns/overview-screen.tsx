import { graphql } from '../../documents/typed-document.ts';
import { screen } from '../frame/screen.ts';
import { campaignSummary } from './campaign-summary.tsx';
import { campaignHeader } from './campaign-tabs.tsx';
import { funnelOf } from './report/campaign-funnel.tsx';
import { rangeOf } from './report/report-range.ts';
import { reportOf } from './report/report-view.tsx';
import { refusedOf, whoOf } from './report/who-view.tsx';

export const overviewScreen = screen({
  path: '/campaigns/:campaign',
  scope: 'READ',
  document: graphql(`
    query ConsoleCampaign($campaign: ID!, $from: String, $to: String, $days: Int, $by: StatisticsInterval) {
      coupon(id: $campaign) {
        id name state timezone startDate expiryType expiryDate expiryDays
        folder { id name }
        tags value currency
        totals { created sent opened claimed validated }
      }
      campaignStatistics(campaign: $campaign, from: $from, to: $to, days: $days, by: $by) {
        timezone from to csvUrl
        counts { ...ReportedCounts }
        points {
          start
          counts { ...ReportedCounts }
        }
        previous {
          counts { ...ReportedCounts }
          points {
            start
            counts { ...ReportedCounts }
          }
        }
        refusedAttempts { code amount }
      }
      eventActors(campaign: $campaign) {
        keyId by amount
        events { type amount suppressed }
      }
    }

    fragment ReportedCounts on StatisticsCounts {
      created sent opened claimed validated moneySpent
    }
  `),
  variables: (page) => {
    const { from, to, days, by } = rangeOf(page);
    return { campaign: page.params.campaign ?? '', from, to, days, by };
  },
  title: ({ coupon }) => coupon.name,
  islands: ['funnel'],
  view: ({ coupon, campaignStatistics, eventActors }, page) => [
    campaignHeader(page, coupon),
    funnelOf(page, coupon.id, coupon.totals),
    reportOf(page, campaignStatistics, coupon.currency),
    <div class="beside">
      {whoOf(page, eventActors)}
      {refusedOf(page, campaignStatistics.refusedAttempts)}
    </div>,
    <h2>{page.words.campaigns.facts.title}</h2>,
    campaignSummary(page, coupon),
  ],
});
