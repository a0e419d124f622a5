import { type ComponentChildren, h } from 'preact';
import type { Page } from '../../frame/page.ts';
import { islandOf } from '../../parts/pieces.ts';

const funnelSteps = ['created', 'sent', 'opened', 'claimed', 'validated'] as const;
type Totals = Readonly<Record<(typeof funnelSteps)[number], string>>;

/** Returns what became of all codes, as steps. The script `funnel` keeps it up to date. */
export function funnelOf(page: Page, campaign: string, totals: Totals): ComponentChildren {
  const { funnel } = page.words.campaigns;
  const highest = Math.max(1, ...funnelSteps.map((step) => Number(totals[step])));
  const steps = funnelSteps.map((step) => {
    const amount = Number(totals[step]);
    return h(
      'li',
      { key: step, 'data-step': step },
      h('span', null, funnel[step]),
      h('strong', null, page.number(amount)),
      h(
        'svg',
        { viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': true },
        h('rect', { width: 100, height: 8, class: 'whole' }),
        h('rect', { width: ((amount / highest) * 100).toFixed(2), height: 8, class: 'part' }),
      ),
      h('small', null, step === 'created' ? '' : page.percent(amount, Number(totals.created))),
    );
  });
  return h(
    'section',
    { class: 'card' },
    h(
      'h2',
      null,
      funnel.title,
      ' ',
      h('small', { class: 'soft' }, funnel.hint),
      ' ',
      h('span', { class: 'status good', 'data-live': '', hidden: true }, funnel.live),
    ),
    islandOf('funnel', { campaign }, h('ol', { class: 'funnel' }, steps)),
  );
}
