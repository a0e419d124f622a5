import type { ResultOf } from 'gql.tada';
import { graphql, mutationOf } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { foldedFormOf, formOf } from '../parts/form.tsx';
import { jobControls } from '../parts/job-controls.ts';
import { factsOf, figureOf, foldOf, headingOf, linkButton, momentOf, tableOf } from '../parts/pieces.tsx';
import { campaignPlace, jobState, sendingTabs } from './sending-state.ts';

const jobForms = {
  ...jobControls(({ sending }) => sending.job),
  retry: form(mutationOf('retryMessages'), {
    adds: ({ params }) => ({ job: params.job }),
    fields: { unknown: { kind: 'checkbox', label: (words) => words.sending.job.retryUnknown } },
    says: (words) => [words.sending.job.retry, words.sending.job.retried],
  }),
};

const document = graphql(`
  query ConsoleSendingJob($job: ID!, $isWhole: Boolean!) {
    job(id: $job) {
      id status pauseReason requested created queued sent delivered failed suppressed unknown cancelled
      createdAt finishedAt
      sending { campaignId campaignName groupName channel subject body }
    }
    openedMessages(job: $job) @include(if: $isWhole)
    messageFailures(job: $job) @include(if: $isWhole) { reason messages }
  }
`);

type Data = ResultOf<typeof document>;
type Sending = NonNullable<Data['job']['sending']>;

export const sendingJobScreen = screen({
  path: '/sending/jobs/:job',
  document,
  // The script that refreshes the numbers leaves out counts that are slow.
  variables: (page) => ({ isWhole: page.query('live') === null }),
  title: ({ job }, page) => titleOf(job.sending, page),
  forms: jobForms,
  islands: ['refresh'],
  view: (data, page) => {
    const { job } = data;
    const { sending } = page.words;
    if (!job.sending) return [headingOf(sending.title), <p class="note">{sending.job.other}</p>];
    return [
      headingOf(
        titleOf(job.sending, page),
        linkButton(page.to('/sending/messages', { job: job.id }), sending.job.messages, 'quiet'),
      ),
      sendingTabs(page),
      numbers(data, page),
      controls(data, page),
      failures(data, page),
      facts(data, job.sending, page),
    ];
  },
});

function titleOf(sending: Sending | null, { words }: Page): string {
  const { job, deletedCampaign, deletedGroup, title } = words.sending;
  return sending ? job.title(sending.campaignName ?? deletedCampaign, sending.groupName ?? deletedGroup) : title;
}

const unfinished = ['QUEUED', 'RUNNING', 'PAUSED'];

/** A script refreshes the numbers while messages are sent. */
function numbers({ job, openedMessages }: Data, page: Page) {
  const { job: words } = page.words.sending;
  const isMoving = job.status === 'QUEUED' || job.status === 'RUNNING' || (job.queued ?? 0) > 0;
  const [created, requested, sent] = [job.created ?? 0, job.requested ?? 0, job.sent ?? 0];
  const figure = (name: keyof typeof words.figures, value: number | null, share?: string) =>
    figureOf(words.figures[name], page.number(value), share);
  const shareOf = (value: number | null) => (sent > 0 ? words.ofSent(page.percent(value ?? 0, sent)) : undefined);
  const others = (['suppressed', 'unknown', 'cancelled'] as const).filter((name) => (job[name] ?? 0) > 0);
  return (
    <section id="numbers" aria-label={words.progress} {...(isMoving && { 'data-refresh': '2' })}>
      <p>
        {jobState(page, job.status)} {words.progressOf(page.number(created), page.number(requested))}
      </p>
      {job.pauseReason && <p class="note warn">{words.stopped}</p>}
      {unfinished.includes(job.status) && [
        <progress max={Math.max(1, requested)} value={created} aria-label={words.progress} />,
        <p>
          <a href={page.path}>{words.refresh}</a>
        </p>,
      ]}
      <div class="figures">
        {figure('contacts', requested)}
        {figure('queued', job.queued)}
        {figure('sent', sent)}
        {figure('delivered', job.delivered, shareOf(job.delivered))}
        {!isMoving && openedMessages !== undefined && figure('opened', openedMessages, shareOf(openedMessages))}
        {figure('failed', job.failed)}
        {others.map((name) => figure(name, job[name]))}
      </div>
    </section>
  );
}

function controls({ job }: Data, page: Page) {
  const { job: words } = page.words.sending;
  const isRunning = job.status === 'QUEUED' || job.status === 'RUNNING';
  const [failed, unknown] = [job.failed ?? 0, job.unknown ?? 0];
  return [
    unfinished.includes(job.status) && (
      <div class="actions">
        {isRunning && formOf(page, 'pause', { quiet: true })}
        {job.status === 'PAUSED' && formOf(page, 'resume', { quiet: true })}
        {foldedFormOf(page, 'cancel', { summary: words.cancel, text: words.cancelHint, quiet: true, dangerous: true })}
      </div>
    ),
    failed + unknown > 0 && foldedFormOf(page, 'retry', { summary: words.retry }),
  ];
}

function failures({ job, messageFailures }: Data, page: Page) {
  const { job: words, columns, title } = page.words.sending;
  if (!messageFailures || messageFailures.length === 0) return null;
  return (
    <section>
      <h2>{words.failures}</h2>
      {tableOf({
        caption: words.failures,
        rows: messageFailures,
        columns: [
          { name: columns.reason, cell: ({ reason }) => reason ?? words.noReason },
          { name: columns.failed, number: true, cell: ({ messages }) => page.number(messages) },
        ],
        empty: title,
      })}
      <p class="paging">
        <span class="hint">{words.failuresHint}</span>
        <a href={page.to('/sending/messages', { job: job.id, status: 'FAILED' })}>{words.failedMessages}</a>
      </p>
    </section>
  );
}

function facts({ job }: Data, sending: Sending, page: Page) {
  const { job: words, channels, deletedCampaign, deletedGroup } = page.words.sending;
  const { campaignId, campaignName, groupName, channel, subject, body } = sending;
  const names = words.facts;
  return [
    <h2>{words.about}</h2>,
    factsOf([
      [
        names.campaign,
        campaignName === null ? deletedCampaign : <a href={campaignPlace(page, campaignId)}>{campaignName}</a>,
      ],
      [names.group, groupName ?? deletedGroup],
      [names.channel, channels[channel]],
      [names.started, momentOf(page, job.createdAt)],
      [names.finished, momentOf(page, job.finishedAt)],
      channel === 'EMAIL' && [names.subject, subject],
    ]),
    body !== null && foldOf(words.text, <pre tabIndex={0}>{body}</pre>),
  ];
}
