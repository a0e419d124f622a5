import type { ResultOf } from 'gql.tada';
import { connectionOf } from '../../../documents/typed-document.ts';
import type { Page } from '../../frame/page.ts';
import { screen } from '../../frame/screen.ts';
import { filtersOf, searchedText } from '../../parts/filters.tsx';
import { headingOf, linkButton, statusOf } from '../../parts/pieces.tsx';
import { type Column, emptyOf, pagingOf, tableOf } from '../../parts/table.tsx';
import { areaTabs } from '../loyalty-tabs.ts';

const document = connectionOf(
  'loyaltyCards',
  'LoyaltyCardFilter',
  `
    id name type medium active
    totals { members membersRemoved stampsAdded pointsAdded rewardsEarned rewardsWithdrawn rewardsUsed rewardsReturned }
  `,
);

type Card = ResultOf<typeof document>['loyaltyCards']['nodes'][number];

export const cardsScreen = screen({
  path: '/loyalty',
  scope: 'READ',
  document,
  variables: (page) => ({
    after: page.query('after'),
    filter: { text: searchedText(page), active: activeOf(page.query('state')) },
  }),
  title: (_, { words }) => words.loyalty.title,
  view: ({ loyaltyCards: { nodes, pageInfo } }, page) => {
    const { title, list } = page.words.loyalty;
    return [
      headingOf(title, page.may('WRITE') && linkButton(page.to('/loyalty/new'), list.create)),
      areaTabs(page),
      cardFilters(page),
      tableOf({
        caption: title,
        rows: nodes,
        columns: columnsOf(page),
        empty: emptyList(page),
      }),
      pagingOf(page, pageInfo),
    ];
  },
});

function activeOf(state: string | null): boolean | null {
  return state === 'active' ? true : state === 'inactive' ? false : null;
}

function cardFilters(page: Page) {
  const { list, inUse, notInUse } = page.words.loyalty;
  return filtersOf(page, [
    { name: 'search', label: list.search, kind: 'search' },
    { name: 'state', label: list.state, kind: 'select', options: { active: inUse, inactive: notInUse } },
  ]);
}

function columnsOf(page: Page): Column<Card>[] {
  const { list, types, media, inUse, notInUse, stamps, points } = page.words.loyalty;
  const difference = (one: string, other: string) => page.number(Number(one) - Number(other));
  return [
    { name: list.name, cell: ({ id, name }) => <a href={page.to(`/loyalty/${id}`)}>{name}</a> },
    {
      name: list.kind,
      cell: ({ type, medium }) => (
        <div>
          {types[type]}
          <br />
          <small class="soft">{media[medium]}</small>
        </div>
      ),
    },
    { name: list.state, cell: ({ active }) => statusOf(active ? inUse : notInUse, active ? 'good' : 'calm') },
    { name: list.members, number: true, cell: ({ totals }) => difference(totals.members, totals.membersRemoved) },
    {
      name: list.given,
      number: true,
      cell: ({ type, totals }) =>
        type === 'STAMP' ? stamps(page.number(totals.stampsAdded)) : points(page.number(totals.pointsAdded)),
    },
    {
      name: list.earned,
      number: true,
      cell: ({ totals }) => difference(totals.rewardsEarned, totals.rewardsWithdrawn),
    },
    { name: list.used, number: true, cell: ({ totals }) => difference(totals.rewardsUsed, totals.rewardsReturned) },
  ];
}

function emptyList(page: Page) {
  const { list } = page.words.loyalty;
  if (page.query('search') || page.query('state')) return emptyOf(list.noMatch, list.noMatchAdvice);
  const action = page.may('WRITE') && linkButton(page.to('/loyalty/new'), list.create);
  return emptyOf(list.empty, list.emptyAdvice, action);
}
