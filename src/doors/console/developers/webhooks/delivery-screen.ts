import { type ComponentChildren, h } from 'preact';
import { firstFilled } from '../../../../kernel/values/blank.ts';
import { graphql } from '../../../documents/typed-document.ts';
import type { Page } from '../../frame/page.ts';
import { screen } from '../../frame/screen.ts';
import { codeBlock } from '../../parts/code-block.ts';
import { formOf } from '../../parts/form.ts';
import { foldOf, headingOf, momentOf } from '../../parts/pieces.ts';
import { factsOf, tableOf } from '../../parts/table.ts';
import { answerOf, deliveryStatus } from './delivery-pieces.ts';
import { replay } from './delivery-replay.ts';
import { durationOf } from './endpoint-state.ts';

export const deliveryScreen = screen({
  path: '/webhooks/deliveries/:delivery',
  area: 'webhooks',
  scope: 'ADMIN',
  document: graphql(`
    query ConsoleWebhookDelivery($id: ID!) {
      webhookDelivery(id: $id) {
        id
        status
        createdAt
        nextAttemptAt
        finishedAt
        eventId
        event {
          type
        }
        endpoint {
          id
          url
          description
          enabled
        }
        attempts {
          at
          milliseconds
          status
          response
          error
        }
        request {
          url
          headers {
            name
            value
          }
          body
        }
      }
    }
  `),
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
      h('h2', null, words.attempts),
      attempts.length === 0 ? h('p', { class: 'soft' }, words.noAttempt) : attemptsOf(page, attempts),
      h('h2', null, words.request),
      request ? requestOf(page, request) : h('p', { class: 'soft' }, words.eventGone),
    ];
  },
});

interface Delivery {
  id: string;
  status: 'PENDING' | 'DELIVERED' | 'FAILED';
  createdAt: string;
  nextAttemptAt: string | null;
  finishedAt: string | null;
  eventId: string;
  event: { type: string } | null;
  endpoint: { id: string; url: string; description: string | null };
}

function facts(page: Page, { id, status, createdAt, nextAttemptAt, finishedAt, eventId, event, endpoint }: Delivery) {
  const { deliveries: words, webhooks, events } = page.words.developers;
  const name = firstFilled(endpoint.description, endpoint.url);
  return factsOf([
    [words.status, deliveryStatus(page, status)],
    [webhooks.endpoint, h('a', { href: page.to(`/webhooks/${endpoint.id}`) }, name)],
    [words.event, event ? h('a', { href: page.to(`/events/${eventId}`) }, eventId) : eventId],
    [words.created, momentOf(page, createdAt)],
    nextAttemptAt !== null && [words.next, momentOf(page, nextAttemptAt)],
    finishedAt !== null && [words.finished, momentOf(page, finishedAt)],
    [events.id, h('span', { class: 'mono' }, id)],
  ]);
}

interface Attempt {
  at: string;
  milliseconds: number;
  status: number | null;
  response: string | null;
  error: string | null;
}

/** The newest attempt comes first, because it says what is wrong now. */
function attemptsOf(page: Page, attempts: readonly Attempt[]): ComponentChildren {
  const { deliveries: words, events } = page.words.developers;
  const numbered = attempts.map((attempt, index) => ({ ...attempt, number: index + 1 })).toReversed();
  return tableOf({
    caption: words.attempts,
    rows: numbered,
    key: ({ number }) => String(number),
    columns: [
      { name: words.attempt, number: true, cell: ({ number }) => page.number(number) },
      { name: events.time, cell: ({ at }) => h('time', { dateTime: at }, page.second(at)) },
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

/** A short response needs no click. */
function responseOf({ words }: Page, response: string): ComponentChildren {
  if (response.length <= 60) return h('code', null, response);
  const title = words.developers.deliveries.response;
  return h(
    'details',
    null,
    h('summary', null, `${response.slice(0, 30).toWellFormed()}…`),
    h('pre', { tabIndex: 0, role: 'region', 'aria-label': title }, response),
  );
}

interface Request {
  url: string;
  headers: readonly { name: string; value: string }[];
  body: string;
}

function requestOf(page: Page, { url, headers, body }: Request): ComponentChildren {
  const words = page.words.developers.deliveries;
  const text = [`POST ${url}`, ...headers.map(({ name, value }) => `${name}: ${value}`)].join('\n');
  return [
    h('p', { class: 'soft' }, words.requestText),
    codeBlock(page, words.payload, JSON.stringify(JSON.parse(body), null, 2)),
    foldOf(words.headers, codeBlock(page, words.headers, text)),
  ];
}
