import type { ResultOf } from 'gql.tada';
import { graphql } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { emptyOf, figureOf, headingOf, linkButton, momentOf, statusOf, tableOf } from '../parts/pieces.tsx';

const homeDocument = graphql(`
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

type HomeData = ResultOf<typeof homeDocument>;

const weekHours = 7 * 24;

export const homeScreen = screen({
  path: '',
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

/** Returns the date of a week ago in the time zone of the account. */
function lastWeekOf(timezone: string): string {
  return Temporal.Now.zonedDateTimeISO(timezone).subtract({ days: 7 }).toPlainDate().toString();
}

const counters = ['claimed', 'validated', 'opened', 'sent', 'created', 'refused'] as const;

/** Compares today with the same day last week, up to the same time. */
function todayOf({ today }: HomeData, page: Page) {
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

function runningOf({ running }: HomeData, page: Page) {
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

interface Concern {
  label: string;
  tone: 'bad' | 'warn' | 'calm';
  /** The path below `/console`. */
  path: string;
  subject: string;
  detail: string;
}

/** Lists everything that needs attention, most urgent first, with links to the screens. */
function concernsOf(data: HomeData, page: Page) {
  const concerns = [
    ...endpointsOf(data, page),
    ...noticesOf(data, page),
    ...lowCodesOf(data, page),
    ...endingOf(data, page),
    ...jobsOf(data, page),
  ];
  if (concerns.length === 0) return <p class="soft">{page.words.home.nothing}</p>;
  return (
    <ul class="concerns">
      {concerns.map(({ label, tone, path, subject, detail }) => (
        <li>
          {statusOf(label, tone)} <a href={page.to(path)}>{subject}</a> <span class="soft">{detail}</span>
        </li>
      ))}
    </ul>
  );
}

function endpointsOf({ webhookEndpoints }: HomeData, page: Page): Concern[] {
  const { failing, failingSince, disabled, disabledAt } = page.words.home;
  return (webhookEndpoints?.nodes ?? []).flatMap((endpoint) => {
    if (!endpoint.failingSince && !endpoint.disabledAt) return [];
    const concern = { tone: 'bad', path: `/webhooks/${endpoint.id}`, subject: endpoint.url } as const;
    return endpoint.disabledAt
      ? [{ ...concern, label: disabled, detail: disabledAt(page.moment(endpoint.disabledAt)) }]
      : [{ ...concern, label: failing, detail: failingSince(page.moment(endpoint.failingSince)) }];
  });
}

/** Skips notices about disabled endpoints, which are already listed. */
function noticesOf({ viewer }: HomeData, page: Page): Concern[] {
  return viewer.notices
    .filter(({ type }) => type !== 'WEBHOOK_ENDPOINT_DISABLED')
    .map(({ message, createdAt }) => ({
      ...{ label: page.words.home.notice, tone: 'warn', path: page.may('ADMIN') ? '/settings/platforms' : '/settings' },
      ...{ subject: message, detail: page.moment(createdAt) },
    }));
}

const fewShare = 0.1;

/** Returns campaigns with less than a tenth of their codes left. */
function lowCodesOf({ running }: HomeData, page: Page): Concern[] {
  const { lowCodes, codesLeft } = page.words.home;
  return running.nodes.flatMap(({ id, name, totals }) => {
    const created = Number(totals.created);
    const left = created - Number(totals.claimed) - Number(totals.voided) - Number(totals.removed);
    if (created < 10 || left >= created * fewShare) return [];
    const detail = codesLeft(page.number(Math.max(0, left)), page.number(created));
    return [
      {
        label: lowCodes,
        tone: 'warn',
        path: page.may('WRITE') ? `/campaigns/${id}/codes/new` : `/campaigns/${id}/codes`,
        subject: name,
        detail,
      },
    ];
  });
}

function endingOf({ endingSoon }: HomeData, page: Page): Concern[] {
  const { endingSoon: label, endsAt } = page.words.home;
  return endingSoon.nodes.map(({ id, name, expiryDate }) => ({
    ...{ label, tone: 'warn', path: `/campaigns/${id}` },
    ...{ subject: name, detail: expiryDate ? endsAt(page.moment(expiryDate)) : '' },
  }));
}

function jobsOf({ jobs }: HomeData, page: Page): Concern[] {
  const { job, jobProgress } = page.words.home;
  return jobs.nodes.map(({ id, created, requested }) => ({
    ...{ label: job, tone: 'calm', path: '/settings/jobs', subject: id },
    ...{ detail: requested === null ? '' : jobProgress(page.number(created ?? 0), page.number(requested)) },
  }));
}
