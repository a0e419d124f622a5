import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql, mutationOf } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { filtersOf, searchedText } from '../parts/filters.tsx';
import { formOf } from '../parts/form.tsx';
import { headingOf, momentOf, statusOf } from '../parts/pieces.tsx';
import { emptyOf, pagingOf, tableOf } from '../parts/table.tsx';
import { accountFields } from './account-fields.ts';
import { settingsTabs } from './settings-tabs.ts';

const create = form({
  document: mutationOf('createAccount'),
  fields: accountFields,
  submit: ({ settings }) => settings.accounts.create,
  notice: ({ settings }) => settings.accounts.created,
});

/** Makes the person act for another account. The next page belongs to that account. */
export const choose = form({
  document: mutationOf('chooseAccount'),
  fields: { account: { kind: 'hidden' } },
  submit: ({ settings }) => settings.accounts.actFor,
  done: () => '/settings/accounts',
  notice: ({ settings }) => settings.accounts.chosen,
});

const document = graphql(`
  query ConsoleAccounts($first: Int!, $after: String, $search: String, $isOwner: Boolean!) {
    viewer {
      account { id timezone }
      accounts {
        role
        account { id name }
      }
    }
    accounts(first: $first, after: $after, filter: { text: $search }) @include(if: $isOwner) {
      nodes { id name domain timezone emailBalance createdAt }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Data = ResultOf<typeof document>;
type AccountMember = Data['viewer']['accounts'][number];
type Subaccount = NonNullable<Data['accounts']>['nodes'][number];

export const accountsScreen = screen({
  path: '/settings/accounts',
  scope: 'READ',
  document,
  variables: (page) => ({
    first: 50,
    after: page.query('after'),
    search: searchedText(page),
    isOwner: page.may('ADMIN'),
  }),
  title: (_, { words }) => words.settings.screens.accounts,
  forms: { choose, create },
  view: ({ viewer, accounts }, page) => {
    const { accounts: words, title } = page.words.settings;
    return [
      headingOf(title),
      settingsTabs(page),
      <h2>{words.yours}</h2>,
      accountsOf(page, viewer.accounts),
      accounts && [
        <h2>{words.subaccounts}</h2>,
        filtersOf(page, [{ name: 'search', label: words.search, kind: 'search' }]),
        subaccountsOf(page, accounts.nodes),
        pagingOf(page, accounts.pageInfo),
        formOf(page, 'create', {
          ...{ legend: words.create, values: { timezone: viewer.account.timezone } },
          below: <p class="hint">{words.createHint}</p>,
        }),
      ],
    ];
  },
});

function accountsOf(page: Page, accounts: readonly AccountMember[]): ComponentChildren {
  const { settings, frame } = page.words;
  const words = settings.accounts;
  return tableOf<AccountMember>({
    caption: words.yoursCaption,
    rows: accounts,
    empty: null,
    columns: [
      { name: settings.name, cell: ({ account }) => account.name },
      { name: settings.people.role, cell: ({ role }) => frame.roles[role] },
      { name: settings.actions, cell: ({ account }) => switchTo(page, account) },
    ],
  });
}

function switchTo(page: Page, { id, name }: { id: string; name: string }): ComponentChildren {
  const { current, actForOne } = page.words.settings.accounts;
  if (id === page.viewer.account.id) return statusOf(current, 'good');
  return formOf(page, 'choose', { key: id, quiet: true, values: { account: id }, label: actForOne(name) });
}

function subaccountsOf(page: Page, accounts: readonly Subaccount[]): ComponentChildren {
  const { accounts: words, account: ofAccount, actions, name } = page.words.settings;
  return tableOf<Subaccount>({
    caption: words.subaccountsCaption,
    rows: accounts,
    empty:
      page.query('search') === null
        ? emptyOf(words.none, words.noneAdvice)
        : emptyOf(words.noMatch, words.noMatchAdvice),
    columns: [
      {
        name,
        cell: (account) => <a href={page.to(`/settings/accounts/${account.id}`)}>{account.name}</a>,
      },
      { name: ofAccount.domain, cell: ({ domain }) => domain ?? '–' },
      { name: ofAccount.timezone, cell: ({ timezone }) => timezone },
      { name: ofAccount.balance, number: true, cell: ({ emailBalance }) => page.number(emailBalance) },
      { name: ofAccount.created, cell: ({ createdAt }) => momentOf(page, createdAt) },
      { name: actions, cell: (account) => switchTo(page, account) },
    ],
  });
}
