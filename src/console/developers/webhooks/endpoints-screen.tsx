import type { ResultOf } from 'gql.tada';
import { connectionOf, mutationOf } from '../../../documents/typed-document.ts';
import { firstFilled } from '../../../kernel/values/blank.ts';
import type { eventKinds } from '../../../vocabulary/event-catalog.ts';
import { labelled } from '../../frame/labelled-fields.ts';
import type { Page } from '../../frame/page.ts';
import { form, screen } from '../../frame/screen.ts';
import { chosen, filtersOf } from '../../parts/filters.tsx';
import { formOf } from '../../parts/form.tsx';
import { below, emptyOf, headingOf, linkButton, pagingOf, tableOf } from '../../parts/pieces.tsx';
import { kindOptions, typeOptions } from '../developer-filters.ts';
import { secretBlock } from '../secret-block.tsx';
import { durationOf, endpointState, waitingOf, webhookTabs } from './endpoint-state.tsx';

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
    return { filter: { enabled: state && state === 'enabled' } };
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

function nameOf(page: Page, { id, url, description, kinds, types }: Endpoint) {
  const { everything } = page.words.developers.webhooks;
  const received = types?.join(', ') ?? kinds?.join(', ') ?? everything;
  return [
    <a href={page.to(`/webhooks/${id}`)}>{firstFilled(description, url)}</a>,
    below(description ? `${url} · ${received}` : received),
  ];
}

function failedOf(page: Page, id: string, failed: number) {
  const number = page.number(failed);
  if (failed === 0) return number;
  return <a href={page.to('/webhooks/deliveries', { endpoint: id, outcome: 'FAILURE' })}>{number}</a>;
}

export const endpointFields = labelled(({ developers }) => developers.webhooks.fields)({
  url: { kind: 'url', required: true, maxLength: 2000, placeholder: 'https://' },
  description: { kind: 'text', maxLength: 200 },
  kinds: { kind: 'checks', options: kindOptions },
  types: { kind: 'checks', options: () => typeOptions },
  fifo: { kind: 'checkbox' },
  includeSubaccounts: { kind: 'checkbox' },
});

export interface EndpointInput {
  url: string;
  description?: string | null;
  kinds: (typeof eventKinds)[number][];
  types: string[];
  fifo: boolean;
  includeSubaccounts: boolean;
}

/** Converts the choices. No choice means everything. */
export function settingsOf({ kinds, types, ...rest }: EndpointInput) {
  return { ...rest, kinds: kinds.length > 0 ? kinds : null, types: types.length > 0 ? types : null };
}

const create = form(mutationOf('createWebhookEndpoint', 'secret endpoint { id }'), {
  fields: endpointFields,
  variables: (input: EndpointInput) => ({ input: settingsOf(input) }),
  submit: ({ developers }) => developers.webhooks.createIt,
  show: ({ createWebhookEndpoint: { secret, endpoint } }, page) => {
    const { created, secretOnce, toEndpoint, secret: label } = page.words.developers.webhooks;
    const shown = { title: created, once: secretOnce, label, secret };
    return secretBlock(page, shown, linkButton(page.to(`/webhooks/${endpoint.id}`), toEndpoint));
  },
});

export const newEndpointScreen = screen({
  path: '/webhooks/new',
  scope: 'ADMIN',
  forms: { create },
  title: (_, { words }) => words.developers.webhooks.create,
  view: (_, page) => {
    const { create: title, createIntro, groups } = page.words.developers.webhooks;
    return [
      headingOf(title),
      page.outcome === null && <p class="soft">{createIntro}</p>,
      formOf(page, 'create', {
        values: { includeSubaccounts: true },
        groups: [
          { legend: groups.events, fields: ['kinds', 'types'], open: false },
          { legend: groups.delivery, fields: ['fifo', 'includeSubaccounts'] },
        ],
      }),
    ];
  },
});
