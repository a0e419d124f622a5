import type { ResultOf } from 'gql.tada';
import { scopes } from '../../api/scope.ts';
import { connectionOf, mutationOf } from '../../documents/typed-document.ts';
import { labelled } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { chosen, filtersOf } from '../parts/filters.tsx';
import { foldedFormOf, formOf } from '../parts/form.tsx';
import { below, codeBlock, emptyOf, headingOf, momentOf, pagingOf, statusOf, tableOf } from '../parts/pieces.tsx';
import { secretBlock } from './secret-block.tsx';

const create = form(mutationOf('createApiKey', 'secret key { id }'), {
  fields: labelled(({ developers }) => developers.keys)({
    name: { kind: 'text', required: true, maxLength: 100 },
    scopes: {
      kind: 'checks',
      required: true,
      options: ({ developers }) => scopes.map((scope) => [scope, developers.keys.scopeNames[scope]] as const),
    },
    expiresAt: { kind: 'moment', word: 'expires' },
  }),
  submit: ({ developers }) => developers.keys.createIt,
  show: ({ createApiKey: { secret, key } }, page) => {
    const { created, secretOnce, secret: label, tryIt } = page.words.developers.keys;
    const shown = { title: created, once: secretOnce, label, secret: `${key.id}:${secret}` };
    return secretBlock(page, shown, codeBlock(page, tryIt, curlOf(page, `${key.id}:${secret}`)));
  },
});

function curlOf({ publicUrl }: Page, key: string): string {
  return [
    `curl ${publicUrl}/graphql \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"query":"{ viewer { keyName scopes account { name } } }"}'`,
  ].join('\n');
}

const revoke = form(mutationOf('revokeApiKey'), {
  fields: { id: { kind: 'hidden' } },
  says: ({ developers: { keys } }) => [keys.revoke, keys.revoked],
});

const keyForms = { create, revoke };

const document = connectionOf('apiKeys', 'ApiKeyFilter', 'id name scopes createdAt expiresAt lastUsedAt revokedAt by');

type Key = ResultOf<typeof document>['apiKeys']['nodes'][number];

export const keysScreen = screen({
  path: '/keys',
  scope: 'ADMIN',
  document,
  variables: (page) => {
    const state = chosen(page, 'state', ['active', 'revoked']);
    return { filter: { revoked: state && state === 'revoked' } };
  },
  title: (_, { words }) => words.developers.keys.title,
  forms: keyForms,
  view: ({ apiKeys: { nodes, pageInfo } }, page) => {
    const words = page.words.developers.keys;
    const { states } = words;
    const isFiltered = page.query('state') !== null;
    const values = { scopes: scopes.filter((scope) => scope === 'READ') };
    return [
      headingOf(words.title),
      foldedFormOf(page, 'create', { summary: words.create, open: nodes.length === 0, values, data: page }),
      filtersOf(page, [
        {
          ...{ name: 'state', label: words.state, kind: 'select' },
          options: { active: states.active, revoked: states.revoked },
        },
      ]),
      tableOf({
        caption: words.title,
        rows: nodes,
        columns: [
          { name: words.name, cell: ({ id, name }) => [<strong>{name}</strong>, below(id)] },
          { name: words.scopes, cell: (key) => key.scopes.join(', ') },
          { name: words.state, cell: (key) => stateOf(page, key) },
          {
            name: words.lastUsed,
            cell: ({ lastUsedAt }) => (lastUsedAt ? momentOf(page, lastUsedAt) : words.never),
          },
          {
            name: words.made,
            cell: ({ createdAt, by }) => [momentOf(page, createdAt), by && below(words.madeBy(by))],
          },
          {
            name: words.expires,
            cell: ({ expiresAt }) => (expiresAt ? momentOf(page, expiresAt) : words.never),
          },
          { name: words.revoke, cell: (key) => revocation(page, key) },
        ],
        empty: isFiltered ? emptyOf(words.emptyFiltered) : emptyOf(words.empty, words.emptyAdvice),
      }),
      pagingOf(page, pageInfo),
    ];
  },
});

function stateOf(page: Page, { revokedAt, expiresAt }: Key) {
  const { states } = page.words.developers.keys;
  if (revokedAt) return [statusOf(states.revoked), below(page.moment(revokedAt))];
  if (expiresAt && new Date(expiresAt) <= new Date()) return statusOf(states.expired, 'warn');
  return statusOf(states.active, 'good');
}

/** Asks for confirmation, because a revoked key cannot be used again. */
function revocation(page: Page, { id, name, revokedAt }: Key) {
  const words = page.words.developers.keys;
  if (revokedAt) return '–';
  const isOpen = page.attempt?.form === 'revoke' && page.attempt.key === id;
  return (
    <details open={isOpen}>
      <summary aria-label={words.revokeOf(name)}>{words.revoke}</summary>
      <p>{words.revokeText}</p>
      <p>
        <a href={page.to('/events', { key: id })}>{words.events}</a>
      </p>
      {formOf(page, 'revoke', { values: { id }, key: id, quiet: true, dangerous: true, label: words.revokeOf(name) })}
    </details>
  );
}
