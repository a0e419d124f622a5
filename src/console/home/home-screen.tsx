import type { ComponentChildren } from 'preact';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { figureOf, headingOf, linkButton, momentOf } from '../parts/pieces.tsx';
import { emptyOf, tableOf } from '../parts/table.tsx';
import { concernsOf } from './concerns.tsx';
import { type HomeData, homeDocument } from './home-document.ts';

const weekHours = 7 * 24;

export const homeScreen = screen({
  path: '',
  scope: 'READ',
  document: homeDocument,
  variables: (page) => ({ lastWeek: lastWeekOf(page.timezone), owner: page.may('ADMIN') }),
  title: (_, { words }) => words.home.title,
  view: (data, page) => [
    headingOf(
      data.viewer.account.name,
      page.may('WRITE') && linkButton(page.to('/campaigns/new'), page.words.home.newCampaign),
    ),
    todayOf(data, page),
    <h2>{page.words.home.concerns}</h2>,
    concernsOf(data, page),
    <h2>{page.words.home.running}</h2>,
    runningOf(data, page),
  ],
});

/** Returns the last week in the time zone of the account. */
function lastWeekOf(timezone: string): string {
  return Temporal.Now.zonedDateTimeISO(timezone).subtract({ days: 7 }).toPlainDate().toString();
}

const counters = ['claimed', 'validated', 'opened', 'sent', 'created', 'refused'] as const;

/** Compares today with the same day of last week, up to the same hour. */
function todayOf({ today }: HomeData, page: Page): ComponentChildren {
  const { words } = page;
  const now = Temporal.Now.zonedDateTimeISO(page.timezone);
  const hours = (start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime) =>
    today.points.filter((point) => {
      const instant = Temporal.Instant.from(point.start).epochMilliseconds;
      return instant >= start.epochMilliseconds && instant <= end.epochMilliseconds;
    });
  const before = now.subtract({ hours: weekHours });
  const [current, former] = [hours(now.startOfDay(), now), hours(before.startOfDay(), before)];
  const sum = (points: typeof current, name: (typeof counters)[number] | 'moneySpent') =>
    points.reduce((total, { counts }) => total + Number(counts[name]), 0);
  const note = (text: string) => words.home.lastWeek(text);
  return (
    <section aria-label={words.home.today}>
      <h2>{words.home.today}</h2>
      <p class="hint">{words.home.todayHint}</p>
      <div class="figures">
        {counters.map((name) =>
          figureOf(words.home.counters[name], page.number(sum(current, name)), note(page.number(sum(former, name)))),
        )}
        {figureOf(
          words.home.money,
          page.money(sum(current, 'moneySpent')),
          note(page.money(sum(former, 'moneySpent'))),
        )}
      </div>
    </section>
  );
}

/** Shows the largest running campaigns, so that new ones without codes do not hide those in use. */
const maxShown = 10;

function runningOf({ running }: HomeData, page: Page): ComponentChildren {
  const { words } = page;
  const action = page.may('WRITE') && linkButton(page.to('/campaigns/new'), words.home.newCampaign);
  const rows = running.nodes.toSorted((one, other) => Number(other.totals.created) - Number(one.totals.created));
  const table = tableOf({
    caption: words.home.running,
    rows: rows.slice(0, maxShown),
    empty: emptyOf(words.home.noCampaigns, words.home.noCampaignsAdvice, action),
    columns: [
      { name: words.home.campaign, cell: ({ id, name }) => <a href={page.to(`/campaigns/${id}`)}>{name}</a> },
      { name: words.home.counters.created, number: true, cell: ({ totals }) => page.number(totals.created) },
      { name: words.home.counters.claimed, number: true, cell: ({ totals }) => page.number(totals.claimed) },
      { name: words.home.counters.validated, number: true, cell: ({ totals }) => page.number(totals.validated) },
      { name: words.home.ends, cell: ({ expiryDate }) => momentOf(page, expiryDate) },
    ],
  });
  const all = page.to('/campaigns', { state: 'RUNNING' });
  return [
    table,
    rows.length > 0 && (
      <p>
        <a href={all}>{words.home.allRunning}</a>
      </p>
    ),
  ];
}
