import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql } from '../../../documents/typed-document.ts';
import { firstFilled } from '../../../kernel/values/blank.ts';
import type { Page } from '../../frame/page.ts';
import { screen } from '../../frame/screen.ts';
import { chosen, filtersOf } from '../../parts/filters.tsx';
import { formOf } from '../../parts/form.tsx';
import { headingOf, linkButton, momentOf } from '../../parts/pieces.tsx';
import { pagingOf, tableOf } from '../../parts/table.tsx';
import { emptySearchOf, given, periodOf, typeOptions } from '../developer-filters.ts';
import { attemptSummary, deliveryStatus } from './delivery-pieces.tsx';
import { replay } from './delivery-replay.ts';
import { webhookTabs } from './webhook-tabs.ts';

const document = graphql(`
  query ConsoleWebhookDeliveries($first: Int, $after: String, $filter: WebhookDeliveryFilter) {
    webhookEndpoints(first: 100) { nodes { id url description } }
    webhookDeliveries(first: $first, after: $after, filter: $filter) {
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
  variables: (page) => ({ first: 50, after: page.query('after'), filter: filterOf(page) }),
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

function filters(page: Page, endpoints: readonly Endpoint[]): ComponentChildren {
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

function endpointOf(page: Page, { id, url, description }: Endpoint): ComponentChildren {
  return <a href={page.to(`/webhooks/${id}`)}>{firstFilled(description, url)}</a>;
}

function eventOf(page: Page, id: string, type: string | undefined): ComponentChildren {
  return type ? <a href={page.to(`/events/${id}`)}>{type}</a> : <span class="soft">{id}</span>;
}
