import type { ResultOf } from 'gql.tada';
import { graphql } from '../../documents/typed-document.ts';
import { campaignHeader } from '../campaigns/campaign-tabs.tsx';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { formOf } from '../parts/form.tsx';
import { jobControls } from '../parts/job-controls.ts';
import { factsOf, linkButton, momentOf, statusOf } from '../parts/pieces.tsx';

const document = graphql(`
  query ConsoleCodeJob($campaign: ID!, $job: ID!) {
    coupon(id: $campaign) { id name state }
    job(id: $job) {
      kind fileUrl status requested created firstSequence lastSequence createdAt finishedAt
    }
  }
`);

type Job = ResultOf<typeof document>['job'];

export const codeJobScreen = screen({
  path: '/campaigns/:campaign/codes/jobs/:job',
  islands: ['refresh'],
  document,
  title: ({ job }, page) => wordsOf(page, job).title,
  forms: jobControls(({ codes }) => codes.job),
  view: ({ coupon, job }, page) => [
    campaignHeader(page, coupon),
    <h2>{wordsOf(page, job).title}</h2>,
    <div id="progress" {...(isUnderWay(job) && { 'data-refresh': '2' })}>
      {progressOf(page, job)}
    </div>,
  ],
});

const isUnderWay = ({ status }: Job) => status === 'QUEUED' || status === 'RUNNING';
const isOver = ({ status }: Job) => status === 'DONE' || status === 'FAILED' || status === 'CANCELLED';

const tones = {
  QUEUED: 'calm',
  RUNNING: 'calm',
  PAUSED: 'warn',
  DONE: 'good',
  FAILED: 'bad',
  CANCELLED: 'warn',
} as const;

const isSheet = ({ kind }: Pick<Job, 'kind'>) => kind === 'PRINT_SHEET';

/** The job prints or creates codes. */
function wordsOf({ words: { codes } }: Page, job: Pick<Job, 'kind'>) {
  return isSheet(job) ? codes.print.job : codes.job;
}

/** Everything that changes while the job runs. The script replaces it as a whole. */
function progressOf(page: Page, job: Job) {
  const { codes } = page.words;
  const { requested, created, firstSequence, lastSequence } = job;
  const [done, all] = [created ?? 0, requested ?? 0];
  const words = wordsOf(page, job);
  const text = words.created(page.number(done), page.number(all));
  return (
    <div class="card">
      <p>{statusOf(codes.job.statuses[job.status], tones[job.status])}</p>
      <progress max={Math.max(1, all)} value={done} aria-label={words.title} />
      <p>{text}</p>
      {job.status === 'FAILED' && <p class="note bad">{words.failed}</p>}
      {isSheet(job) && job.status === 'DONE' && (
        <p class="hint">{job.fileUrl ? codes.print.downloadHint : codes.print.nothing}</p>
      )}
      {factsOf([
        [codes.job.started, momentOf(page, job.createdAt)],
        job.finishedAt !== null && [codes.job.ended, momentOf(page, job.finishedAt)],
        firstSequence !== null && [codes.job.numbers, `${firstSequence} – ${lastSequence}`],
      ])}
      <div class="actions">{buttonsOf(page, job)}</div>
      {!isOver(job) && page.may('WRITE') && <p class="hint">{words.cancelHint}</p>}
    </div>
  );
}

function buttonsOf(page: Page, job: Job) {
  const { job: words } = page.words.codes;
  const { fileUrl } = job;
  const isMain = isOver(job) && !fileUrl;
  const list = linkButton(page.to(`/campaigns/${page.params.campaign}/codes`), words.see, isMain ? '' : 'quiet');
  if (fileUrl) return [linkButton(fileUrl, page.words.codes.print.download), list];
  if (isOver(job)) return list;
  return [
    linkButton(page.href(), words.reload, 'quiet'),
    job.status === 'PAUSED' ? formOf(page, 'resume', { quiet: true }) : formOf(page, 'pause', { quiet: true }),
    formOf(page, 'cancel', { quiet: true, dangerous: true }),
    list,
  ];
}
