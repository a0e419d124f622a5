import type { ResultOf } from 'gql.tada';
import { connectionOf, mutationOf } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { chosen, filtersOf } from '../parts/filters.tsx';
import { formOf } from '../parts/form.tsx';
import { below, emptyOf, headingOf, pagingOf, secondOf, statusOf, tableOf } from '../parts/pieces.tsx';
import { emptySearchOf, given, periodOf } from './developer-filters.ts';

const document = connectionOf(
  'auditLog',
  'AuditFilter',
  'id datetime keyId by address operation problem answered requestId input',
);

type Entry = ResultOf<typeof document>['auditLog']['nodes'][number];

const download = form(mutationOf('createExport', 'url'), {
  scope: 'ADMIN',
  adds: () => ({ type: 'AUDIT_LOG' }),
  submit: ({ developers }) => developers.audit.download,
  opens: ({ createExport: { url } }) => url,
  repeatable: true,
});

export const auditScreen = screen({
  path: '/audit',
  scope: 'ADMIN',
  document,
  variables: (page) => ({ filter: filterOf(page) }),
  title: (_, { words }) => words.developers.audit.title,
  forms: { download },
  view: ({ auditLog: { nodes, pageInfo } }, page) => {
    const words = page.words.developers.audit;
    const isFiltered = Object.values(filterOf(page)).some((value) => value !== null);
    const { hasNextPage } = pageInfo;
    return [
      headingOf(words.title, formOf(page, 'download', { quiet: true })),
      <p class="soft">{words.text}</p>,
      filtersOf(page, [
        { name: 'operation', label: words.operation, kind: 'text' },
        { name: 'key', label: words.key, kind: 'text' },
        {
          name: 'outcome',
          label: words.outcome,
          kind: 'select',
          options: { done: words.done, refused: words.refused },
        },
        { name: 'from', label: words.from, kind: 'date' },
        { name: 'to', label: words.to, kind: 'date' },
      ]),
      tableOf<Entry>({
        caption: words.title,
        rows: nodes,
        columns: [
          { name: words.time, cell: ({ datetime }) => secondOf(page, datetime) },
          { name: words.by, cell: ({ by, keyId, address }) => [by ?? keyId, below(address)] },
          { name: words.operation, cell: (entry) => operationOf(page, entry) },
          {
            name: words.outcome,
            cell: ({ problem }) => (problem ? [statusOf(words.refused, 'bad'), below(problem)] : words.done),
          },
          { name: words.answered, cell: ({ answered }) => answered.join(', ') || '–' },
        ],
        empty: emptySearchOf(words, { isFiltered, hasNextPage }),
      }),
      pagingOf(page, pageInfo),
    ];
  },
});

function filterOf(page: Page) {
  const outcome = chosen(page, 'outcome', ['done', 'refused']);
  return {
    operation: given(page, 'operation', /^[a-zA-Z]{1,60}$/),
    key: given(page, 'key', /^(key|per|til)_[0-9a-z]{16}$/),
    refused: outcome && outcome === 'refused',
    ...periodOf(page),
  };
}

function operationOf(page: Page, { id, operation, requestId, input }: Entry) {
  const words = page.words.developers.audit;
  return (
    <details>
      <summary>{operation}</summary>
      <pre tabIndex={0} aria-label={words.input}>
        {input === null ? words.erased : JSON.stringify(input, null, 2)}
      </pre>
      {below(`${id} ${requestId}`, true)}
    </details>
  );
}

const requestDocument = connectionOf(
  'requestLog',
  'RequestFilter',
  'datetime keyId by method path operation status problem milliseconds requestId body',
);

type LoggedRequest = ResultOf<typeof requestDocument>['requestLog']['nodes'][number];

export const requestsScreen = screen({
  path: '/requests',
  scope: 'ADMIN',
  document: requestDocument,
  variables: (page) => ({ filter: requestFilterOf(page) }),
  title: (_, { words }) => words.developers.requests.title,
  view: ({ requestLog: { nodes, pageInfo } }, page) => {
    const words = page.words.developers.requests;
    const isFiltered = Object.values(requestFilterOf(page)).some((value) => value !== null);
    return [
      headingOf(words.title),
      <p class="soft">{words.text}</p>,
      filtersOf(page, [
        { name: 'outcome', label: words.outcome, kind: 'select', options: { failed: words.failed, done: words.done } },
        { name: 'operation', label: words.operation, kind: 'text' },
        { name: 'key', label: words.key, kind: 'text' },
        { name: 'request', label: words.request, kind: 'text' },
        { name: 'from', label: words.from, kind: 'date' },
        { name: 'to', label: words.to, kind: 'date' },
      ]),
      tableOf<LoggedRequest>({
        caption: words.title,
        rows: nodes,
        columns: [
          { name: words.time, cell: ({ datetime }) => secondOf(page, datetime) },
          { name: words.by, cell: ({ by, keyId }) => by ?? keyId },
          { name: words.operation, cell: (request) => callOf(page, request) },
          {
            name: words.outcome,
            cell: ({ status, problem }) => [
              statusOf(String(status), problem === null && status < 400 ? 'good' : 'bad'),
              problem && below(problem),
            ],
          },
          { name: words.duration, number: true, cell: ({ milliseconds }) => words.milliseconds(`${milliseconds}`) },
        ],
        empty: isFiltered
          ? emptyOf(words.emptyFiltered, words.emptyFilteredAdvice)
          : emptyOf(words.empty, words.emptyAdvice),
      }),
      pagingOf(page, pageInfo),
    ];
  },
});

function requestFilterOf(page: Page) {
  const outcome = chosen(page, 'outcome', ['failed', 'done']);
  return {
    failed: outcome && outcome === 'failed',
    operation: given(page, 'operation', /^\w{1,100}$/),
    key: given(page, 'key', /^(key|per|til)_[0-9a-z]{16}$/),
    requestId: given(page, 'request', /^[\w-]{1,64}$/),
    ...periodOf(page),
  };
}

function callOf(page: Page, { method, path, operation, requestId, body }: LoggedRequest) {
  const words = page.words.developers.requests;
  return (
    <details>
      <summary>
        {operation ?? path}
        {below(`${method} ${path}`)}
      </summary>
      {body !== null && (
        <pre tabIndex={0} aria-label={words.body}>
          {JSON.stringify(body, null, 2)}
        </pre>
      )}
      {below(requestId, true)}
    </details>
  );
}
