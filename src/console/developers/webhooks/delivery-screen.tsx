import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql } from '../../../documents/typed-document.ts';
import { firstFilled } from '../../../kernel/values/blank.ts';
import type { Page } from '../../frame/page.ts';
import { screen } from '../../frame/screen.ts';
import { codeBlock } from '../../parts/code-block.tsx';
import { formOf } from '../../parts/form.tsx';
import { foldOf, headingOf, momentOf, secondOf } from '../../parts/pieces.tsx';
import { factsOf, tableOf } from '../../parts/table.tsx';
import { answerOf, deliveryStatus } from './delivery-pieces.tsx';
import { replay } from './delivery-replay.ts';
import { durationOf } from './endpoint-state.tsx';

const document = graphql(`
  query ConsoleWebhookDelivery($id: ID!) {
    webhookDelivery(id: $id) {
      id status createdAt nextAttemptAt finishedAt eventId
      event { type }
      endpoint { id url description enabled }
      attempts { at milliseconds status response error }
      request {
        url
        headers { name value }
        body
      }
    }
  }
`);

type Delivery = ResultOf<typeof document>['webhookDelivery'];

export const deliveryScreen = screen({
  path: '/webhooks/deliveries/:delivery',
  scope: 'ADMIN',
  document,
  variables: ({ params }) => ({ id: params.delivery ?? '' }),
  title: ({ webhookDelivery: { event, id } }) => event?.type ?? id,
  forms: { replay },
  view: ({ webhookDelivery: delivery }, page) => {
    const words = page.words.developers.deliveries;
    const { id, endpoint, event, attempts, request } = delivery;
    return [
      headingOf(
        event?.type ?? words.one,
        endpoint.enabled && formOf(page, 'replay', { values: { id }, submit: words.replay, quiet: true }),
      ),
      facts(page, delivery),
      <h2>{words.attempts}</h2>,
      attempts.length === 0 ? <p class="soft">{words.noAttempt}</p> : attemptsOf(page, attempts),
      <h2>{words.request}</h2>,
      request ? requestOf(page, request) : <p class="soft">{words.eventGone}</p>,
    ];
  },
});

function facts(page: Page, { id, status, createdAt, nextAttemptAt, finishedAt, eventId, event, endpoint }: Delivery) {
  const { deliveries: words, webhooks, events } = page.words.developers;
  const name = firstFilled(endpoint.description, endpoint.url);
  return factsOf([
    [words.status, deliveryStatus(page, status)],
    [webhooks.endpoint, <a href={page.to(`/webhooks/${endpoint.id}`)}>{name}</a>],
    [words.event, event ? <a href={page.to(`/events/${eventId}`)}>{eventId}</a> : eventId],
    [words.created, momentOf(page, createdAt)],
    nextAttemptAt !== null && [words.next, momentOf(page, nextAttemptAt)],
    finishedAt !== null && [words.finished, momentOf(page, finishedAt)],
    [events.id, <span class="mono">{id}</span>],
  ]);
}

/** The newest attempt comes first, because it shows the current problem. */
function attemptsOf(page: Page, attempts: Delivery['attempts']): ComponentChildren {
  const { deliveries: words, events } = page.words.developers;
  const numbered = attempts.map((attempt, index) => ({ ...attempt, number: index + 1 })).toReversed();
  return tableOf({
    caption: words.attempts,
    rows: numbered,
    columns: [
      { name: words.attempt, number: true, cell: ({ number }) => page.number(number) },
      { name: events.time, cell: ({ at }) => secondOf(page, at) },
      { name: words.httpStatus, cell: (attempt) => answerOf(page, attempt) },
      { name: words.duration, number: true, cell: ({ milliseconds }) => durationOf(page, milliseconds) },
      { name: words.error, cell: ({ error }) => error ?? '–' },
      {
        name: words.response,
        cell: ({ response }) => (response ? responseOf(page, response) : '–'),
      },
    ],
    empty: null,
  });
}

/** Shows a short response, and folds a long one. */
function responseOf({ words }: Page, response: string): ComponentChildren {
  if (response.length <= 60) return <code>{response}</code>;
  const title = words.developers.deliveries.response;
  return (
    <details>
      <summary>{`${response.slice(0, 30).toWellFormed()}…`}</summary>
      <pre tabIndex={0} role="region" aria-label={title}>
        {response}
      </pre>
    </details>
  );
}

function requestOf(page: Page, { url, headers, body }: NonNullable<Delivery['request']>): ComponentChildren {
  const words = page.words.developers.deliveries;
  const text = [`POST ${url}`, ...headers.map(({ name, value }) => `${name}: ${value}`)].join('\n');
  return [
    <p class="soft">{words.requestText}</p>,
    codeBlock(page, words.payload, JSON.stringify(JSON.parse(body), null, 2)),
    foldOf(words.headers, codeBlock(page, words.headers, text)),
  ];
}
