import type { ResultOf } from 'gql.tada';
import { graphql } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { filtersOf, searchedText } from '../parts/filters.tsx';
import { emptyOf, headingOf, linkButton, pagingOf, tableOf, tabsOf } from '../parts/pieces.tsx';
import { endOf } from './campaign-summary.tsx';
import { type CampaignState, stateOf } from './campaign-tabs.tsx';
import { folderOptions } from './folder-tree.ts';

/** A campaign that ends soon is still running. */
const stateChoices: Record<CampaignState, CampaignState[]> = {
  RUNNING: ['RUNNING', 'ENDING_SOON'],
  ENDING_SOON: ['ENDING_SOON'],
  FUTURE: ['FUTURE'],
  EXPIRED: ['EXPIRED'],
  LOCKED: ['LOCKED'],
  VOIDED: ['VOIDED'],
  EXAMPLE: ['EXAMPLE'],
};

const document = graphql(`
  query ConsoleCampaigns($filter: CouponFilter, $after: String) {
    coupons(filter: $filter, first: 50, after: $after) {
      nodes {
        id name title state
        folder { id name }
        tags currency timezone expiryType expiryDate expiryDays
        totals { created claimed validated moneySpent }
      }
      pageInfo { hasNextPage endCursor }
    }
    folders(first: 1000) { nodes { id name parentId } }
    tags { tag }
  }
`);

type Row = ResultOf<typeof document>['coupons']['nodes'][number];

export const campaignList = screen({
  path: '/campaigns',
  document,
  variables: (page) => ({ filter: filterOf(page) }),
  title: (_, { words }) => words.campaigns.title,
  view: ({ coupons, folders, tags }, page) => [
    headingOf(page.words.campaigns.title, createLink(page)),
    listTabs(page),
    filters(page, folderOptions(folders.nodes), tags),
    tableOf({
      caption: page.words.campaigns.title,
      rows: coupons.nodes,
      columns: columnsOf(page),
      empty: emptyList(page),
    }),
    pagingOf(page, coupons.pageInfo),
  ],
});

function filterOf(page: Page) {
  const state = page.query('state') ?? '';
  const folder = page.query('folder') ?? '';
  const tag = page.query('tag')?.trim().slice(0, 50).toWellFormed();
  return {
    text: searchedText(page, 'q'),
    states: Object.hasOwn(stateChoices, state) ? stateChoices[state as CampaignState] : null,
    folder: /^fol_[0-9a-z]{12}$/.test(folder) ? folder : null,
    tags: tag ? [tag] : null,
  };
}

export function listTabs(page: Page) {
  const { title, list, filing } = page.words.campaigns;
  return tabsOf(page, list.tabs, [
    { name: title, path: '/campaigns' },
    { name: filing.title, path: '/campaigns/folders' },
  ]);
}

function createLink(page: Page) {
  return page.may('WRITE') && linkButton(page.to('/campaigns/new'), page.words.campaigns.create);
}

function filters(page: Page, folders: [string, string][], tags: readonly { tag: string }[]) {
  const { list, states } = page.words.campaigns;
  const options = Object.keys(stateChoices).map((state) => [state, states[state as CampaignState]] as const);
  return filtersOf(page, [
    { name: 'q', label: list.search, kind: 'search' },
    { name: 'state', label: list.state, kind: 'select', options },
    ...(folders.length > 0 ? [{ name: 'folder', label: list.folder, kind: 'select' as const, options: folders }] : []),
    ...(tags.length > 0
      ? [
          {
            name: 'tag',
            label: list.tag,
            kind: 'select' as const,
            options: tags.map(({ tag }) => [tag, tag] as const),
          },
        ]
      : []),
  ]);
}

function columnsOf(page: Page) {
  const { list } = page.words.campaigns;
  return [
    { name: list.name, cell: (row: Row) => nameCell(page, row) },
    { name: list.state, cell: ({ state }: Row) => stateOf(page, state) },
    { name: list.codes, number: true, cell: ({ totals }: Row) => page.number(totals.created) },
    { name: list.claimed, number: true, cell: ({ totals }: Row) => page.number(totals.claimed) },
    { name: list.validated, number: true, cell: ({ totals }: Row) => page.number(totals.validated) },
    {
      name: list.money,
      number: true,
      cell: ({ totals, currency }: Row) => page.money(totals.moneySpent, currency),
    },
    { name: list.ends, cell: (row: Row) => endOf(page, row) },
  ];
}

function nameCell(page: Page, { id, name, title, folder, tags }: Row) {
  return (
    <div class="named">
      <a href={page.to(`/campaigns/${id}`)}>{name}</a>
      {title && title !== name && <small>{title}</small>}
      {(folder || tags.length > 0) && (
        <small>
          {folder && <a href={page.to('/campaigns', { folder: folder.id })}>{folder.name}</a>}
          {tags.map((tag) => [
            ' ',
            <a class="tag" href={page.to('/campaigns', { tag })}>
              {tag}
            </a>,
          ])}
        </small>
      )}
    </div>
  );
}

function emptyList(page: Page) {
  const { none, begin, nothing, widen } = page.words.campaigns.list;
  const isFiltered = ['q', 'state', 'folder', 'tag', 'after'].some((name) => page.query(name) !== null);
  return isFiltered ? emptyOf(nothing, widen) : emptyOf(none, begin, createLink(page));
}
