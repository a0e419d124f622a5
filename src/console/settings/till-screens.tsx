import type { ResultOf } from 'gql.tada';
import { graphql } from '../../documents/typed-document.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { chosen, filtersOf } from '../parts/filters.tsx';
import { foldedFormOf, formOf } from '../parts/form.tsx';
import { emptyOf, factsOf, headingOf, momentOf, pagingOf, statusOf, tableOf } from '../parts/pieces.tsx';
import { settingsTabs } from './settings-tabs.ts';
import { create, renew, revoke, tillGroups, update, valuesOf } from './till-forms.tsx';

const document = graphql(`
  query ConsoleTills($after: String, $filter: TillFilter) {
    tills(first: 50, after: $after, filter: $filter) {
      nodes {
        id name
        location { name }
        pairedAt pairingExpiresAt lastUsedAt revokedAt
      }
      pageInfo { hasNextPage endCursor }
    }
    locations(first: 500) { nodes { id name } }
  }
`);

type Till = ResultOf<typeof document>['tills']['nodes'][number];

export const tillsScreen = screen({
  path: '/settings/tills',
  scope: 'ADMIN',
  document,
  variables: (page) => {
    const state = chosen(page, 'state', ['active', 'revoked']);
    return { filter: { revoked: state && state === 'revoked' } };
  },
  title: (_, { words }) => words.settings.screens.tills,
  forms: { create },
  view: ({ tills: { nodes, pageInfo }, locations }, page) => {
    const { settings } = page.words;
    const words = settings.tills;
    return [
      headingOf(settings.title),
      settingsTabs(page),
      foldedFormOf(page, 'create', {
        summary: words.create,
        open: nodes.length === 0,
        values: { offlineRedemption: 'REFUSE' },
        data: { locations },
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
          { name: words.location, cell: ({ location }) => location?.name ?? '–' },
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

function stateOf(page: Page, { pairedAt, pairingExpiresAt, revokedAt }: Times) {
  const { states } = page.words.settings.tills;
  if (revokedAt) return statusOf(states.revoked);
  if (pairedAt) return statusOf(states.paired, 'good');
  const isOpen = pairingExpiresAt !== null && new Date(pairingExpiresAt) > new Date();
  return isOpen ? statusOf(states.waiting, 'warn') : statusOf(states.unpaired, 'bad');
}

export const tillScreen = screen({
  path: '/settings/tills/:till',
  scope: 'ADMIN',
  document: graphql(`
    query ConsoleTill($till: ID!) {
      till: node(id: $till) {
        ... on Till {
          id name locationId location { id name } redeemsAtOnce asksForMoney offlineRedemption
          fields { number label }
          by createdAt pairedAt pairingExpiresAt lastUsedAt revokedAt
        }
      }
      locations(first: 500) { nodes { id name } }
    }
  `),
  title: ({ till }) => foundOf(till).name,
  forms: { update, renew, revoke },
  view: ({ till: found, locations }, page) => {
    const till = foundOf(found);
    const words = page.words.settings.tills;
    const { id } = till;
    return [
      headingOf(till.name),
      settingsTabs(page),
      <p>
        <a href={page.to('/settings/tills')}>{words.back}</a>
      </p>,
      factsOf([
        [words.state, stateOf(page, till)],
        [words.paired, till.pairedAt ? momentOf(page, till.pairedAt) : '–'],
        [words.lastUsed, till.lastUsedAt ? momentOf(page, till.lastUsedAt) : words.never],
        [words.made, [momentOf(page, till.createdAt), till.by && ` · ${till.by}`]],
        [words.id, <code>{id}</code>],
      ]),
      till.revokedAt ? (
        <p class="note">{words.revokedText}</p>
      ) : (
        [
          formOf(page, 'update', {
            values: valuesOf(till),
            data: { locations: placesWith(till, locations) },
            groups: tillGroups(page),
          }),
          <h2>{words.device}</h2>,
          <p>{words.renewText}</p>,
          formOf(page, 'renew', { quiet: true, values: { id } }),
          <p>{words.revokeText}</p>,
          formOf(page, 'revoke', { quiet: true, dangerous: true, values: { id } }),
        ]
      ),
    ];
  },
});

function foundOf<Till extends object>(till: Till | null): Extract<Till, { name: unknown }> {
  if (!till || !('name' in till)) throw new Problem('TILL_NOT_FOUND');
  return till as Extract<Till, { name: unknown }>;
}

type Places = { nodes: readonly { id: string; name: string }[] };

/** The choices of the form. A till keeps its location, even if it was deleted or the account has more than the list. */
function placesWith(
  { locationId: id, location }: { locationId: string | null; location: Places['nodes'][number] | null },
  { nodes }: Places,
): Places {
  return id === null ? { nodes } : { nodes: [location ?? { id, name: id }, ...nodes.filter((each) => each.id !== id)] };
}
