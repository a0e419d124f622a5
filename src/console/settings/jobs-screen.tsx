import type { ResultOf } from 'gql.tada';
import { connectionOf } from '../../documents/typed-document.ts';
import { jobKind } from '../../jobs/job.inputs.ts';
import { jobStatuses } from '../../kernel/jobs/job.ts';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { chosen, filtersOf } from '../parts/filters.tsx';
import { formOf } from '../parts/form.tsx';
import { jobControls } from '../parts/job-controls.ts';
import { emptyOf, headingOf, momentOf, pagingOf, statusOf, tableOf } from '../parts/pieces.tsx';
import { settingsTabs } from './settings-tabs.ts';

const document = connectionOf('jobs', 'JobFilter', 'id kind subject status requested created createdAt finishedAt');

type Job = ResultOf<typeof document>['jobs']['nodes'][number];

const tones = {
  ...({ QUEUED: 'calm', RUNNING: 'warn', PAUSED: 'warn', DONE: 'good', FAILED: 'bad', CANCELLED: 'calm' } as const),
};

export const jobsScreen = screen({
  path: '/settings/jobs',
  document,
  variables: (page) => ({
    filter: { kind: chosen(page, 'kind', jobKind.options), status: chosen(page, 'status', jobStatuses) },
  }),
  title: (_, { words }) => words.settings.screens.jobs,
  forms: jobControls(({ settings }) => settings.jobs, { inRows: true }),
  islands: ['refresh'],
  view: ({ jobs }, page) => {
    const { jobs: words, title } = page.words.settings;
    return [
      headingOf(title),
      settingsTabs(page),
      filtersOf(page, [
        { name: 'kind', label: words.kind, kind: 'select', options: words.kinds },
        { name: 'status', label: words.status, kind: 'select', options: words.statuses },
      ]),
      <div id="jobs" {...(jobs.nodes.some(isUnderWay) && { 'data-refresh': '3' })}>
        {jobsOf(page, jobs.nodes)}
      </div>,
      pagingOf(page, jobs.pageInfo),
    ];
  },
});

const isUnderWay = ({ status }: Job) => status === 'QUEUED' || status === 'RUNNING';

function jobsOf(page: Page, jobs: readonly Job[]) {
  const words = page.words.settings.jobs;
  const isFiltered = page.query('kind') ?? page.query('status');
  return tableOf<Job>({
    caption: words.caption,
    rows: jobs,
    empty: isFiltered ? emptyOf(words.noMatch, words.noMatchAdvice) : emptyOf(words.none, words.noneAdvice),
    columns: [
      { name: words.kind, cell: (job) => linkTo(page, job) },
      { name: words.subject, cell: (job) => subjectOf(page, job) },
      { name: words.status, cell: ({ status }) => statusOf(words.statuses[status], tones[status]) },
      { name: words.progress, cell: (job) => progressOf(page, job) },
      { name: words.begun, cell: ({ createdAt }) => momentOf(page, createdAt) },
      { name: words.ended, cell: ({ finishedAt }) => momentOf(page, finishedAt) },
      page.may('WRITE') && { name: page.words.settings.actions, cell: (job: Job) => controlsOf(page, job) },
    ],
  });
}

function nameOf(page: Page, { kind }: Job): string {
  const { kinds: names, otherKind } = page.words.settings.jobs;
  return kind ? names[kind] : otherKind;
}

/** Links to the screen of the job, if jobs of its kind have one. */
function linkTo(page: Page, job: Job) {
  const { id, kind, subject } = job;
  const path =
    kind === 'SEND_TO_GROUP'
      ? `/sending/jobs/${id}`
      : (kind === 'CREATE_COUPON_SESSIONS' || kind === 'PRINT_SHEET') && `/campaigns/${subject}/codes/jobs/${id}`;
  return path ? <a href={page.to(path)}>{nameOf(page, job)}</a> : nameOf(page, job);
}

function subjectOf(page: Page, { subject }: Job) {
  const [, place] = Object.entries(places).find(([prefix]) => subject?.startsWith(prefix)) ?? [];
  if (!subject || !place) return '–';
  return (
    <a href={page.to(`/${place}/${subject}`)}>
      <code>{subject}</code>
    </a>
  );
}

const places = { cam_: 'campaigns', loy_: 'loyalty', whe_: 'webhooks' };

function progressOf(page: Page, { requested, created, finishedAt }: Job) {
  const words = page.words.settings.jobs;
  if (requested === null || created === null) return page.number(created);
  const text = words.of(page.number(created), page.number(requested));
  const bar = { max: Math.max(1, requested), value: created, 'aria-label': words.progress };
  return (
    <div>
      {finishedAt === null && <progress {...bar} />} {text}
    </div>
  );
}

function controlsOf(page: Page, job: Job) {
  const words = page.words.settings.jobs;
  const { id, status, createdAt } = job;
  const button = (name: 'pause' | 'resume' | 'cancel', text: string, dangerous = false) =>
    formOf(page, name, {
      ...{ key: id, quiet: true, dangerous, values: { id } },
      label: words.actionOn(text, nameOf(page, job), page.moment(createdAt)),
    });
  const isPaused = status === 'PAUSED';
  if (!isPaused && !isUnderWay(job)) return null;
  return (
    <div class="actions">
      {isPaused ? button('resume', words.resume) : button('pause', words.pause)}
      {button('cancel', words.cancel, true)}
    </div>
  );
}
