import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql } from '../../../documents/typed-document.ts';
import type { Page } from '../../frame/page.ts';
import { screen } from '../../frame/screen.ts';
import { chosen, filtersOf } from '../../parts/filters.tsx';
import { foldedFormOf } from '../../parts/form.tsx';
import { headingOf, momentOf, statusOf } from '../../parts/pieces.tsx';
import { emptyOf, pagingOf, tableOf } from '../../parts/table.tsx';
import { settingsTabs } from '../settings-tabs.ts';
import { create, tillGroups } from './till-forms.tsx';

const document = graphql(`
  query ConsoleTills($first: Int, $after: String, $filter: TillFilter) {
    tills(first: $first, after: $after, filter: $filter) {
      nodes {
        id name
        merchant { name }
        pairedAt pairingExpiresAt lastUsedAt revokedAt
      }
      pageInfo { hasNextPage endCursor }
    }
    merchants(first: 500) { nodes { id name } }
  }
`);

type Till = ResultOf<typeof document>['tills']['nodes'][number];

export const tillsScreen = screen({
  path: '/settings/tills',
  scope: 'ADMIN',
  document,
  variables: (page) => {
    const state = chosen(page, 'state', ['active', 'revoked']);
    return { first: 50, after: page.query('after'), filter: { revoked: state && state === 'revoked' } };
  },
  title: (_, { words }) => words.settings.screens.tills,
  forms: { create },
  view: ({ tills: { nodes, pageInfo }, merchants }, page) => {
    const { settings } = page.words;
    const words = settings.tills;
    return [
      headingOf(settings.title),
      settingsTabs(page),
      foldedFormOf(page, 'create', {
        summary: words.create,
        open: nodes.length === 0,
        values: { offlineRedemption: 'REFUSE' },
        data: { merchants },
        groups: tillGroups(page),
      }),
      filtersOf(page, [{ name: 'state', label: words.state, kind: 'select', options: words.filters }]),
      tableOf<Till>({
        caption: settings.screens.tills,
        rows: nodes,
        columns: [
          {
            name: settings.name,
            cell: ({ id, name }) => (
              <a href={page.to(`/settings/tills/${id}`)}>
                <strong>{name}</strong>
              </a>
            ),
          },
          { name: words.merchant, cell: ({ merchant }) => merchant?.name ?? '–' },
          { name: words.state, cell: (till) => stateOf(page, till) },
          { name: words.paired, cell: ({ pairedAt }) => (pairedAt ? momentOf(page, pairedAt) : '–') },
          { name: words.lastUsed, cell: ({ lastUsedAt }) => (lastUsedAt ? momentOf(page, lastUsedAt) : words.never) },
        ],
        empty: page.query('state') ? emptyOf(words.emptyFiltered) : emptyOf(words.empty, words.emptyAdvice),
      }),
      pagingOf(page, pageInfo),
    ];
  },
});

type Times = Pick<Till, 'pairedAt' | 'pairingExpiresAt' | 'revokedAt'>;

export function stateOf(page: Page, { pairedAt, pairingExpiresAt, revokedAt }: Times): ComponentChildren {
  const { states } = page.words.settings.tills;
  if (revokedAt) return statusOf(states.revoked);
  if (pairedAt) return statusOf(states.paired, 'good');
  const isOpen = pairingExpiresAt !== null && new Date(pairingExpiresAt) > new Date();
  return isOpen ? statusOf(states.waiting, 'warn') : statusOf(states.unpaired, 'bad');
}
