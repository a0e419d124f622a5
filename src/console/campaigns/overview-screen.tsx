import { graphql } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { islandOf } from '../parts/pieces.tsx';
import { campaignSummary } from './campaign-summary.tsx';
import { campaignHeader } from './campaign-tabs.tsx';
import { rangeOf } from './report/report-range.ts';
import { reportOf } from './report/report-view.tsx';
import { refusedOf, whoOf } from './report/who-view.tsx';

export const overviewScreen = screen({
  path: '/campaigns/:campaign',
  document: graphql(`
    query ConsoleCampaign($campaign: ID!, $from: String, $to: String, $days: Int, $by: StatisticsInterval) {
      coupon(id: $campaign) {
        id name state timezone startDate expiryType expiryDate expiryDays
        folder { id name }
        tags value currency
        locations { name }
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
  variables: rangeOf,
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

const funnelSteps = ['created', 'sent', 'opened', 'claimed', 'validated'] as const;
type Totals = Readonly<Record<(typeof funnelSteps)[number], string>>;

/** The script `funnel` keeps it up to date. */
function funnelOf(page: Page, campaign: string, totals: Totals) {
  const { funnel } = page.words.campaigns;
  const highest = Math.max(1, ...funnelSteps.map((step) => Number(totals[step])));
  const steps = funnelSteps.map((step) => {
    const amount = Number(totals[step]);
    return (
      <li data-step={step}>
        <span>{funnel[step]}</span>
        <strong>{page.number(amount)}</strong>
        <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
          <rect width={100} height={8} class="whole" />
          <rect width={((amount / highest) * 100).toFixed(2)} height={8} class="part" />
        </svg>
        <small>{step === 'created' ? '' : page.percent(amount, Number(totals.created))}</small>
      </li>
    );
  });
  return (
    <section class="card">
      <h2>
        {funnel.title} <small class="soft">{funnel.hint}</small>{' '}
        <span class="status good" data-live="" hidden>
          {funnel.live}
        </span>
      </h2>
      {islandOf('funnel', { campaign, locale: page.locale }, <ol class="funnel">{steps}</ol>)}
    </section>
  );
}
