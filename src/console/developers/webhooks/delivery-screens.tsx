import type { ResultOf } from 'gql.tada';
import { graphql } from '../../../documents/typed-document.ts';
import { firstFilled } from '../../../kernel/values/blank.ts';
import type { Page } from '../../frame/page.ts';
import { screen } from '../../frame/screen.ts';
import { chosen, filtersOf } from '../../parts/filters.tsx';
import { formOf } from '../../parts/form.tsx';
import {
  codeBlock,
  factsOf,
  foldOf,
  headingOf,
  linkButton,
  momentOf,
  pagingOf,
  secondOf,
  tableOf,
} from '../../parts/pieces.tsx';
import { emptySearchOf, given, periodOf, typeOptions } from '../developer-filters.ts';
import { answerOf, attemptSummary, deliveryStatus, replay } from './delivery-pieces.tsx';
import { durationOf, webhookTabs } from './endpoint-state.tsx';

const document = graphql(`
  query ConsoleWebhookDeliveries($after: String, $filter: WebhookDeliveryFilter) {
    webhookEndpoints(first: 100) { nodes { id url description } }
    webhookDeliveries(first: 50, after: $after, filter: $filter) {
      nodes {
        id status createdAt
        endpoint { id url description enabled }
        eventId
        event { type }
        lastAttempt { status milliseconds error }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Endpoint = ResultOf<typeof document>['webhookEndpoints']['nodes'][number];

const statuses = ['PENDING', 'DELIVERED', 'FAILED'] as const;
const outcomes = ['FAILURE', 'SUCCESS', 'REDIRECT', 'CLIENT_ERROR', 'SERVER_ERROR', 'NO_RESPONSE'] as const;

export const deliveriesScreen = screen({
  path: '/webhooks/deliveries',
  scope: 'ADMIN',
  document,
  variables: (page) => ({ filter: filterOf(page) }),
  title: (_, { words }) => words.developers.deliveries.title,
  forms: { replay },
  view: ({ webhookEndpoints, webhookDeliveries: { nodes, pageInfo } }, page) => {
    const words = page.words.developers.deliveries;
    const isFiltered = Object.values(filterOf(page)).some((value) => value !== null);
    return [
      headingOf(
        words.title,
        linkButton(page.to('/webhooks/deliveries', { outcome: 'FAILURE' }), words.failedOnes, 'quiet'),
      ),
      webhookTabs(page),
      filters(page, webhookEndpoints.nodes),
      tableOf({
        caption: words.title,
        rows: nodes,
        columns: [
          {
            name: words.created,
            cell: ({ id, createdAt }) => (
              <a href={page.to(`/webhooks/deliveries/${id}`)}>{momentOf(page, createdAt)}</a>
            ),
          },
          { name: words.event, cell: ({ event, eventId }) => eventOf(page, eventId, event?.type) },
          { name: page.words.developers.webhooks.endpoint, cell: ({ endpoint }) => endpointOf(page, endpoint) },
          { name: words.status, cell: ({ status }) => deliveryStatus(page, status) },
          { name: words.lastAttempt, cell: ({ lastAttempt }) => attemptSummary(page, lastAttempt) },
          {
            name: words.replay,
            cell: ({ id, endpoint }) =>
              endpoint.enabled &&
              formOf(page, 'replay', { values: { id }, key: id, quiet: true, label: words.replayOf(id) }),
          },
        ],
        empty: emptySearchOf(words, { isFiltered, hasNextPage: pageInfo.hasNextPage }),
      }),
      pagingOf(page, pageInfo),
      nodes.length > 0 && <p class="hint">{words.replayMany}</p>,
    ];
  },
});

function filterOf(page: Page) {
  const type = chosen(
    page,
    'type',
    typeOptions.map(([value]) => value),
  );
  const httpStatus = given(page, 'http', /^[1-5]\d\d$/);
  return {
    endpoint: given(page, 'endpoint', /^whe_[0-9a-z]{16}$/),
    status: chosen(page, 'status', statuses),
    event: given(page, 'event', /^evt_[0-9a-z]{20}$/),
    types: type === null ? null : [type],
    outcome: chosen(page, 'outcome', outcomes),
    httpStatus: httpStatus === null ? null : Number(httpStatus),
    ...periodOf(page),
  };
}

function filters(page: Page, endpoints: readonly Endpoint[]) {
  const { deliveries: words, webhooks } = page.words.developers;
  const select = (name: string, label: string, options: readonly (readonly [string, string])[]) =>
    ({ name, label, kind: 'select', options }) as const;
  return filtersOf(page, [
    select(
      'status',
      words.status,
      statuses.map((status) => [status, words.statuses[status]]),
    ),
    select(
      'endpoint',
      webhooks.endpoint,
      endpoints.map(({ id, url, description }) => [id, firstFilled(description, url).slice(0, 60)]),
    ),
    select('type', words.type, typeOptions),
    select(
      'outcome',
      words.outcome,
      outcomes.map((outcome) => [outcome, words.outcomes[outcome]]),
    ),
    { name: 'http', label: words.httpStatus, kind: 'text' },
    { name: 'from', label: words.from, kind: 'date' },
    { name: 'to', label: words.to, kind: 'date' },
    { name: 'event', label: words.event, kind: 'text' },
  ]);
}

function endpointOf(page: Page, { id, url, description }: Endpoint) {
  return <a href={page.to(`/webhooks/${id}`)}>{firstFilled(description, url)}</a>;
}

function eventOf(page: Page, id: string, type: string | undefined) {
  return type ? <a href={page.to(`/events/${id}`)}>{type}</a> : <span class="soft">{id}</span>;
}

const deliveryDocument = graphql(`
  query ConsoleWebhookDelivery($delivery: ID!) {
    webhookDelivery(id: $delivery) {
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

type Delivery = ResultOf<typeof deliveryDocument>['webhookDelivery'];

export const deliveryScreen = screen({
  path: '/webhooks/deliveries/:delivery',
  scope: 'ADMIN',
  document: deliveryDocument,
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
function attemptsOf(page: Page, attempts: Delivery['attempts']) {
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
function responseOf({ words }: Page, response: string) {
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

function requestOf(page: Page, { url, headers, body }: NonNullable<Delivery['request']>) {
  const words = page.words.developers.deliveries;
  const text = [`POST ${url}`, ...headers.map(({ name, value }) => `${name}: ${value}`)].join('\n');
  return [
    <p class="soft">{words.requestText}</p>,
    codeBlock(page, words.payload, JSON.stringify(JSON.parse(body), null, 2)),
    foldOf(words.headers, codeBlock(page, words.headers, text)),
  ];
}
