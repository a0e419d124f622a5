import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql, mutationOf } from '../../documents/typed-document.ts';
import { fullName } from '../../kernel/values/blank.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { formOf } from '../parts/form.tsx';
import { headingOf, momentOf } from '../parts/pieces.tsx';
import { factsOf } from '../parts/table.tsx';
import { mailFrame } from './draft/mail-frame.tsx';
import { campaignPlace, messageState, reasonOf, sendingTabs } from './sending-state.ts';

const document = graphql(`
  query ConsoleMessage($id: ID!) {
    message(id: $id) {
      id channel status reason campaignId campaignName session jobId address sender firstName lastName subject
      text url segments attempts platformId createdAt nextAttemptAt sentAt deliveredAt finishedAt
    }
  }
`);

type Message = ResultOf<typeof document>['message'];

const retryForm = form({
  document: mutationOf('retryMessage'),
  adds: ({ params }) => ({ id: params.message }),
  submit: (words) => words.sending.message.retry,
  notice: (words) => words.sending.message.retried,
});

export const messageScreen = screen({
  path: '/sending/messages/:message',
  scope: 'READ',
  document,
  variables: (page) => ({ id: page.params.message ?? '' }),
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

function outcome({ status, reason }: Message, page: Page): ComponentChildren {
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

function facts(message: Message, page: Page): ComponentChildren {
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

/** Returns the attempts and receipts of a message in their order. */
function course(message: Message, page: Page): ComponentChildren {
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

function content({ id, channel, text }: Message, page: Page): ComponentChildren {
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
