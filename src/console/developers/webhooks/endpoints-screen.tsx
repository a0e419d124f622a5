import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { connectionOf } from '../../../documents/typed-document.ts';
import { firstFilled } from '../../../kernel/values/blank.ts';
import type { Page } from '../../frame/page.ts';
import { screen } from '../../frame/screen.ts';
import { chosen, filtersOf } from '../../parts/filters.tsx';
import { below, headingOf, linkButton } from '../../parts/pieces.tsx';
import { emptyOf, pagingOf, tableOf } from '../../parts/table.tsx';
import { durationOf, endpointState, waitingOf } from './endpoint-state.tsx';
import { webhookTabs } from './webhook-tabs.ts';

const document = connectionOf(
  'webhookEndpoints',
  'WebhookEndpointFilter',
  `
    id url description enabled disabledAt disabledReason failingSince types kinds waiting
    hour: traffic(hours: 1) { failed }
    day: traffic(hours: 24) { delivered failed averageMilliseconds }
  `,
);

type Endpoint = ResultOf<typeof document>['webhookEndpoints']['nodes'][number];

export const endpointsScreen = screen({
  path: '/webhooks',
  scope: 'ADMIN',
  document,
  variables: (page) => {
    const state = chosen(page, 'state', ['enabled', 'disabled']);
    return { after: page.query('after'), filter: { enabled: state && state === 'enabled' } };
  },
  title: (_, { words }) => words.developers.webhooks.title,
  view: ({ webhookEndpoints: { nodes, pageInfo } }, page) => {
    const words = page.words.developers.webhooks;
    const { states, state } = words;
    const create = linkButton(page.to('/webhooks/new'), words.create);
    const filters = filtersOf(page, [
      { name: 'state', label: state, kind: 'select', options: { enabled: states.enabled, disabled: states.disabled } },
    ]);
    const { failedOnes } = page.words.developers.deliveries;
    const failed = linkButton(page.to('/webhooks/deliveries', { outcome: 'FAILURE' }), failedOnes, 'quiet');
    const isFiltered = page.query('state') !== null;
    return [
      headingOf(words.title, failed, create),
      webhookTabs(page),
      (nodes.length > 0 || isFiltered) && filters,
      tableOf({
        caption: words.endpoints,
        rows: nodes,
        columns: [
          { name: words.endpoint, cell: (endpoint) => nameOf(page, endpoint) },
          { name: state, cell: (endpoint) => endpointState(page, endpoint) },
          { name: words.failedHour, number: true, cell: ({ hour }) => page.number(hour.failed) },
          { name: words.failedDay, number: true, cell: ({ id, day }) => failedOf(page, id, day.failed) },
          { name: words.deliveredDay, number: true, cell: ({ day }) => page.number(day.delivered) },
          { name: words.latency, number: true, cell: ({ day }) => durationOf(page, day.averageMilliseconds) },
          { name: words.waiting, number: true, cell: ({ waiting }) => waitingOf(page, waiting) },
        ],
        empty: isFiltered ? emptyOf(words.emptyFiltered) : emptyOf(words.empty, words.emptyAdvice, create),
      }),
      pagingOf(page, pageInfo),
    ];
  },
});

function nameOf(page: Page, { id, url, description, kinds, types }: Endpoint): ComponentChildren {
  const { everything } = page.words.developers.webhooks;
  const received = types?.join(', ') ?? kinds?.join(', ') ?? everything;
  return [
    <a href={page.to(`/webhooks/${id}`)}>{firstFilled(description, url)}</a>,
    below(description ? `${url} · ${received}` : received),
  ];
}

function failedOf(page: Page, id: string, failed: number): ComponentChildren {
  const number = page.number(failed);
  if (failed === 0) return number;
  return <a href={page.to('/webhooks/deliveries', { endpoint: id, outcome: 'FAILURE' })}>{number}</a>;
}
