import type { ComponentChildren } from 'preact';
import type { Page } from '../../frame/page.ts';
import { islandOf } from '../../parts/pieces.tsx';

const funnelSteps = ['created', 'sent', 'opened', 'claimed', 'validated'] as const;
type Totals = Readonly<Record<(typeof funnelSteps)[number], string>>;

/** The script `funnel` keeps it up to date. */
export function funnelOf(page: Page, campaign: string, totals: Totals): ComponentChildren {
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
