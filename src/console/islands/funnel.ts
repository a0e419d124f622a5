/* Follows the totals of a campaign and shows them in the funnel. */
import { liveClient } from './live/live-client.ts';

const island = document.querySelector<HTMLElement>('[data-island="funnel"]');
if (island) follow(island);

type Totals = Record<string, string>;

function follow(place: HTMLElement): void {
  const { campaign, locale } = JSON.parse(place.dataset.props ?? '{}') as { campaign: string; locale: string };
  const live = document.querySelector<HTMLElement>('[data-live]');
  const client = liveClient();
  client.on('closed', () => live?.toggleAttribute('hidden', true));
  const query =
    'subscription ($campaign: ID!) { statisticsChanged(campaign: $campaign) { totals { created sent opened claimed validated } } }';
  client.subscribe<{ statisticsChanged: { totals: Totals } }>(
    { query, variables: { campaign } },
    {
      next: ({ data }) => {
        if (!data) return;
        live?.toggleAttribute('hidden', false);
        show(place, data.statisticsChanged.totals, locale);
      },
      error: () => live?.toggleAttribute('hidden', true),
      complete: () => live?.toggleAttribute('hidden', true),
    },
  );
}

function show(place: HTMLElement, totals: Totals, locale: string): void {
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const created = Number(totals.created);
  const highest = Math.max(1, ...Object.values(totals).map(Number));
  for (const step of place.querySelectorAll<HTMLElement>('[data-step]')) {
    const name = step.dataset.step ?? '';
    const amount = Number(totals[name]);
    const text = number.format(amount);
    const strong = step.querySelector('strong');
    const share = step.querySelector('small');
    if (!strong || strong.textContent === text) continue;
    strong.textContent = text;
    step.querySelector('.part')?.setAttribute('width', ((amount / highest) * 100).toFixed(2));
    if (share && name !== 'created') share.textContent = created > 0 ? percent.format(amount / created) : '–';
  }
}
