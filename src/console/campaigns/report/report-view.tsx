import type { Page } from '../../frame/page.ts';
import { barsOf, linesOf } from '../../parts/chart.tsx';
import { intervalsFor, quickDays, type Range, rangeOf } from './report-range.ts';

const measures = ['created', 'sent', 'opened', 'claimed', 'validated', 'moneySpent'] as const;
type Measure = (typeof measures)[number];
type Counts = Readonly<Record<Measure, string>>;

interface Part {
  counts: Counts;
  points: readonly { start: string; counts: Counts }[];
}

interface Report extends Part {
  from: string;
  to: string;
  timezone: string;
  csvUrl: string;
  previous: Part;
}

/** Compares a range of days with the same number of days before it. */
export function reportOf(page: Page, report: Report, currency: string | null) {
  const { words } = page;
  const range = rangeOf(page);
  const shown = measures.find((measure) => measure === page.query('show')) ?? 'validated';
  return (
    <section class="card" id="report">
      <div class="heading">
        <h2>{words.campaigns.report.title}</h2>
        <a href={report.csvUrl} class="button quiet">
          {words.campaigns.report.csv}
        </a>
      </div>
      {choices(page, range, report)}
      {figures(page, report, shown, currency)}
      {chartOf(page, report, shown, range)}
      <p class="hint">{words.campaigns.report.zone(report.timezone.replaceAll('_', ' '))}</p>
    </section>
  );
}

function choices(page: Page, range: Range, { from, to }: Report) {
  const { report } = page.words.campaigns;
  const link = (text: string, changes: Record<string, string | null>, isCurrent: boolean) => (
    <a href={`${page.href(changes)}#report`} {...(isCurrent && { 'aria-current': 'true' })}>
      {text}
    </a>
  );
  return (
    <div class="choices">
      <nav aria-label={report.quick}>
        {quickDays.map((days) =>
          link(report.days(days), { days: String(days), from: null, to: null, by: null }, range.days === days),
        )}
      </nav>
      <nav aria-label={report.by}>
        {intervalsFor(range.length).map((by) => link(report.intervals[by], { by }, range.by === by))}
      </nav>
      <details open={range.days === null}>
        <summary>{report.range}</summary>
        <form method="get" action={`${page.path}#report`} class="filters">
          {dayField('from', report.from, from)}
          {dayField('to', report.to, to)}
          {page.query('show') && <input type="hidden" name="show" value={page.query('show') ?? ''} />}
          <button class="button quiet" type="submit">
            {page.words.frame.apply}
          </button>
        </form>
      </details>
    </div>
  );
}

function dayField(name: string, label: string, value: string) {
  return (
    <label>
      <span>{label}</span>
      <input type="date" name={name} value={value} required />
    </label>
  );
}

/** Each figure links to its chart. */
function figures(page: Page, { counts, previous }: Report, shown: Measure, currency: string | null) {
  const { report } = page.words.campaigns;
  const text = (measure: Measure, value: string) =>
    measure === 'moneySpent' ? page.money(value, currency) : page.number(value);
  return (
    <nav class="figures" aria-label={report.show}>
      {measures.map((measure) => (
        <a
          class="figure"
          href={`${page.href({ show: measure })}#report`}
          {...(measure === shown && { 'aria-current': 'true' })}
        >
          <span>{report.measures[measure]}</span>
          <strong>{text(measure, counts[measure])}</strong>
          <small>{report.before(text(measure, previous.counts[measure]))}</small>
        </a>
      ))}
    </nav>
  );
}

function chartOf(page: Page, { points, previous, timezone }: Report, shown: Measure, range: Range) {
  const { report } = page.words.campaigns;
  const chart = {
    title: report.measures[shown],
    axis: report.intervals[range.by],
    labels: points.map(({ start }) => labelOf(page, start, timezone, range)),
    series: [
      { name: report.now, values: points.map(({ counts }) => Number(counts[shown])) },
      { name: report.previous, values: points.map((_, index) => Number(previous.points[index]?.counts[shown] ?? 0)) },
    ],
  };
  return points.length > 45 ? linesOf(page, chart) : barsOf(page, chart);
}

/** Returns the label of a point in the time zone of the days. */
function labelOf(page: Page, start: string, timezone: string, { by, length }: Range): string {
  const { locale } = page;
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  const day = { day: 'numeric', month: 'short' } as const;
  const options: Intl.DateTimeFormatOptions =
    by === 'HOUR'
      ? { ...(length > 1 && day), ...time }
      : by === 'MONTH'
        ? { month: 'short', year: 'numeric' }
        : length > 366
          ? { ...day, year: '2-digit' }
          : day;
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: timezone }).format(new Date(start));
}
