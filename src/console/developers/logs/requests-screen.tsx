import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { connectionOf } from '../../../documents/typed-document.ts';
import type { Page } from '../../frame/page.ts';
import { screen } from '../../frame/screen.ts';
import { chosen, filtersOf } from '../../parts/filters.tsx';
import { below, headingOf, secondOf, statusOf } from '../../parts/pieces.tsx';
import { emptyOf, pagingOf, tableOf } from '../../parts/table.tsx';
import { given, periodOf } from '../developer-filters.ts';

const document = connectionOf(
  'requestLog',
  'RequestFilter',
  'datetime keyId by method path operation status problem milliseconds requestId body',
);

type LoggedRequest = ResultOf<typeof document>['requestLog']['nodes'][number];

export const requestsScreen = screen({
  path: '/requests',
  scope: 'ADMIN',
  document,
  variables: (page) => ({ after: page.query('after'), filter: filterOf(page) }),
  title: (_, { words }) => words.developers.requests.title,
  view: ({ requestLog: { nodes, pageInfo } }, page) => {
    const words = page.words.developers.requests;
    const isFiltered = Object.values(filterOf(page)).some((value) => value !== null);
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

function filterOf(page: Page) {
  const outcome = chosen(page, 'outcome', ['failed', 'done']);
  return {
    failed: outcome && outcome === 'failed',
    operation: given(page, 'operation', /^\w{1,100}$/),
    key: given(page, 'key', /^(key|per|til)_[0-9a-z]{16}$/),
    requestId: given(page, 'request', /^[\w-]{1,64}$/),
    ...periodOf(page),
  };
}

function callOf(page: Page, { method, path, operation, requestId, body }: LoggedRequest): ComponentChildren {
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
