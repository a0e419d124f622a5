import type { ResultOf } from 'gql.tada';
import { graphql, mutationOf } from '../../../documents/typed-document.ts';
import type { Page } from '../../frame/page.ts';
import { form, screen } from '../../frame/screen.ts';
import { filtersOf } from '../../parts/filters.tsx';
import { foldedFormOf } from '../../parts/form.tsx';
import { headingOf, momentOf, statusOf } from '../../parts/pieces.tsx';
import { type Column, emptyOf, pagingOf, tableOf } from '../../parts/table.tsx';
import { cardTabs } from '../loyalty-tabs.ts';
import { nameOf, personFields, rarePersonFields } from './person-fields.ts';

const document = graphql(`
  query ConsoleLoyaltyUsers($card: ID!, $first: Int, $after: String, $keyword: String, $includeVoided: Boolean) {
    loyaltyCard(id: $card) { id name type }
    loyaltyUsers(
      card: $card, first: $first, after: $after, filter: { keyword: $keyword }, includeVoided: $includeVoided
    ) {
      nodes { userId firstName lastName email phone stamps points voidedAt createdAt rewards { usable } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Data = ResultOf<typeof document>;
type User = Data['loyaltyUsers']['nodes'][number];

const addUser = form({
  document: mutationOf('createLoyaltyUser', 'userId cardId'),
  fields: personFields,
  adds: ({ params }) => ({ card: params.card }),
  submit: ({ loyalty }) => loyalty.users.addButton,
  notice: ({ loyalty }) => loyalty.users.added,
  done: ({ createLoyaltyUser: { cardId, userId } }) => `/loyalty/${cardId}/users/${userId}`,
});

export const usersScreen = screen({
  path: '/loyalty/:card/users',
  scope: 'READ',
  document,
  variables: (page) => ({
    card: page.params.card ?? '',
    first: 50,
    after: page.query('after'),
    keyword: page.query('search'),
    includeVoided: page.query('show') === 'voided',
  }),
  title: ({ loyaltyCard }, { words }) => `${words.loyalty.card.users} · ${loyaltyCard.name}`,
  forms: { add: addUser },
  view: ({ loyaltyCard: card, loyaltyUsers: { nodes, pageInfo } }, page) => {
    const { users: words, person, card: tabs } = page.words.loyalty;
    const groups = [{ legend: person.more, fields: rarePersonFields, open: false }];
    return [
      headingOf(card.name),
      cardTabs(page, card),
      filtersOf(page, [
        { name: 'search', label: words.search, kind: 'search' },
        {
          name: 'show',
          label: words.include,
          kind: 'select',
          options: { voided: words.includeVoided },
          any: words.valid,
        },
      ]),
      tableOf({
        caption: tabs.users,
        rows: nodes,
        columns: columnsOf(page, card),
        empty: page.query('search')
          ? emptyOf(words.noMatch, words.noMatchAdvice)
          : emptyOf(words.empty, words.emptyAdvice),
      }),
      pagingOf(page, pageInfo),
      foldedFormOf(page, 'add', { summary: words.add, groups }),
    ];
  },
});

function columnsOf(page: Page, { id, type }: Data['loyaltyCard']): Column<User>[] {
  const { users: words, stamps, points } = page.words.loyalty;
  const balanceOf = (user: User) =>
    [
      (type === 'STAMP' || user.stamps > 0) && stamps(page.number(user.stamps)),
      (type !== 'STAMP' || user.points > 0) && points(page.number(user.points)),
    ]
      .filter(Boolean)
      .join(', ');
  return [
    {
      name: words.name,
      cell: (user) => <a href={page.to(`/loyalty/${id}/users/${user.userId}`)}>{nameOf(user, words.nameless)}</a>,
    },
    {
      name: words.contact,
      cell: ({ email, phone }) => (
        <div>
          {email}
          {email && phone && <br />}
          {phone}
        </div>
      ),
    },
    { name: words.balance, number: true, cell: balanceOf },
    {
      name: words.rewards,
      number: true,
      cell: ({ rewards }) => page.number(rewards.filter(({ usable }) => usable).length),
    },
    { name: words.since, cell: ({ createdAt }) => momentOf(page, createdAt) },
    {
      name: words.state,
      cell: ({ voidedAt }) => statusOf(voidedAt ? words.voided : words.valid, voidedAt ? 'bad' : 'good'),
    },
  ];
}
