import type { ResultOf, VariablesOf } from 'gql.tada';
import { connectionOf, graphql, mutationOf } from '../../documents/typed-document.ts';
import { fullName } from '../../kernel/values/blank.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { filtersOf } from '../parts/filters.tsx';
import { formOf } from '../parts/form.tsx';
import { emptyOf, factsOf, headingOf, linkButton, mailFrame, momentOf, pagingOf } from '../parts/pieces.tsx';
import { messageTable } from './message-table.tsx';
import { campaignPlace, messageState, reasonOf, sendingTabs } from './sending-state.ts';

const filterNames = ['address', 'status', 'channel', 'from', 'to', 'campaign', 'job'];

const document = connectionOf(
  'messages',
  'MessageFilter',
  'id channel status address campaignId campaignName createdAt reason',
);

export const messagesScreen = screen({
  path: '/sending/messages',
  document,
  variables: (page) => ({ filter: filterOf(page) }),
  title: (_, { words }) => words.sending.messagesTitle,
  view: ({ messages }, page) => [
    headingOf(
      page.words.sending.messagesTitle,
      page.may('SEND') && linkButton(page.to('/sending/new'), page.words.sending.compose),
    ),
    sendingTabs(page),
    filters(page),
    messageTable(page, page.words.sending.messagesTitle, messages.nodes, emptyList(page)),
    pagingOf(page, messages.pageInfo),
  ],
});

function filterOf(page: Page): VariablesOf<typeof document>['filter'] {
  const { from, to } = { from: dayStart(page, 'from', 0), to: dayStart(page, 'to', 1) };
  const others = ['status', 'channel', 'campaign', 'job', 'address'].map((name) => [name, page.query(name)?.trim()]);
  return Object.fromEntries([...others, ['from', from], ['to', to]].filter(([, value]) => value));
}

/** Returns when a day of the filter, or the day `daysLater` after it, begins in the time zone of the account. */
function dayStart(page: Page, name: string, daysLater: number): string | null {
  try {
    const day = Temporal.PlainDate.from(page.query(name) ?? '').add({ days: daysLater });
    return day.toZonedDateTime(page.timezone).toInstant().toString();
  } catch {
    return null;
  }
}

function filters(page: Page) {
  const { sending } = page.words;
  const hidden = Object.fromEntries(
    ['campaign', 'job'].flatMap((name) => (page.query(name) ? [[name, page.query(name) ?? '']] : [])),
  );
  const isWrong = ['from', 'to'].some((name) => page.query(name) !== null && dayStart(page, name, 0) === null);
  return [
    filtersOf(
      page,
      [
        { name: 'address', label: sending.filters.address, kind: 'search' },
        { name: 'status', label: sending.columns.state, kind: 'select', options: sending.messageStates },
        { name: 'channel', label: sending.columns.channel, kind: 'select', options: sending.channels },
        { name: 'from', label: sending.filters.from, kind: 'date' },
        { name: 'to', label: sending.filters.to, kind: 'date' },
      ],
      hidden,
    ),
    isWrong && <p class="note warn">{sending.filters.wrongDay}</p>,
    hidden.job && (
      <p>
        {`${sending.filters.ofJob} `}
        <a href={page.href({ job: null })}>{sending.allMessages}</a>
      </p>
    ),
  ];
}

function emptyList(page: Page) {
  const { messagesEmpty, noneMatches, compose } = page.words.sending;
  if (filterNames.some((name) => page.query(name) !== null)) return emptyOf(noneMatches.title, noneMatches.advice);
  const action = page.may('SEND') && linkButton(page.to('/sending/new'), compose);
  return emptyOf(messagesEmpty.title, messagesEmpty.advice, action);
}

const messageDocument = graphql(`
  query ConsoleMessage($message: ID!) {
    message(id: $message) {
      id channel status reason campaignId campaignName session jobId address sender firstName lastName subject
      text url segments attempts platformId createdAt nextAttemptAt sentAt deliveredAt finishedAt
    }
  }
`);

type Message = ResultOf<typeof messageDocument>['message'];

const retryForm = form(mutationOf('retryMessage'), {
  adds: ({ params }) => ({ id: params.message }),
  says: (words) => [words.sending.message.retry, words.sending.message.retried],
});

export const messageScreen = screen({
  path: '/sending/messages/:message',
  document: messageDocument,
  title: ({ message }, { words }) => words.sending.message.title(message.address),
  forms: { retry: retryForm },
  view: ({ message }, page) => [
    headingOf(page.words.sending.message.title(message.address), messageState(page, message.status)),
    sendingTabs(page),
    outcome(message, page),
    facts(message, page),
    course(message, page),
    content(message, page),
  ],
});

function outcome({ status, reason }: Message, page: Page) {
  const { messageHints, message } = page.words.sending;
  const said = reasonOf(page, { status, reason });
  const isRetriable = status === 'FAILED' || status === 'UNKNOWN';
  return (
    <div class="card">
      <p>{messageHints[status]}</p>
      {said && said !== messageHints[status] && <p>{`${message.reason}: ${said}`}</p>}
      {isRetriable && status === 'UNKNOWN' && <p class="hint">{message.retryUnknown}</p>}
      {isRetriable && formOf(page, 'retry')}
    </div>
  );
}

function facts(message: Message, page: Page) {
  const { message: words, deletedCampaign } = page.words.sending;
  const { campaignId, campaignName, session, jobId, segments } = message;
  const names = words.facts;
  return factsOf([
    [
      names.campaign,
      campaignName === null ? deletedCampaign : <a href={campaignPlace(page, campaignId)}>{campaignName}</a>,
    ],
    [names.recipient, message.address],
    [names.name, fullName(message) || '–'],
    message.channel === 'EMAIL' && [names.sender, message.sender],
    message.channel === 'EMAIL' && [names.subject, message.subject],
    segments !== null && [names.segments, page.number(segments)],
    [names.send, jobId ? <a href={page.to(`/sending/jobs/${jobId}`)}>{names.ofGroup}</a> : names.single],
    session !== null && [
      names.session,
      <a class="mono" href={page.to('/find', { code: session })}>
        {session}
      </a>,
    ],
    [
      names.link,
      <a href={message.url} rel="noreferrer">
        {message.url}
      </a>,
    ],
    message.platformId !== null && [names.platformId, <span class="mono">{message.platformId}</span>],
  ]);
}

/** Returns the attempts and receipts of a message in order. */
function course(message: Message, page: Page) {
  const { message: words } = page.words.sending;
  const { events } = words;
  return (
    <section>
      <h2>{words.course}</h2>
      {factsOf([
        [events.queued, momentOf(page, message.createdAt)],
        [words.attempts, page.number(message.attempts)],
        message.nextAttemptAt !== null && [events.next, momentOf(page, message.nextAttemptAt)],
        message.sentAt !== null && [events.sent, momentOf(page, message.sentAt)],
        message.deliveredAt !== null && [events.delivered, momentOf(page, message.deliveredAt)],
        message.finishedAt !== null && [events.finished, momentOf(page, message.finishedAt)],
      ])}
    </section>
  );
}

function content({ id, channel, text }: Message, page: Page) {
  const { message: words } = page.words.sending;
  if (text === null) return [<h2>{words.content}</h2>, <p>{words.noContent}</p>];
  const plain = <pre tabIndex={0}>{text}</pre>;
  return [
    <h2>{words.content}</h2>,
    channel === 'EMAIL'
      ? [
          mailFrame(words.frame, { src: page.to(`/sending/messages/${id}/html`) }),
          <details class="fold">
            <summary>{words.asText}</summary>
            <div>{plain}</div>
          </details>,
        ]
      : plain,
  ];
}
