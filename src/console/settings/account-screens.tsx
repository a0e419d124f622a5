import type { ResultOf } from 'gql.tada';
import { graphql, mutationOf } from '../../documents/typed-document.ts';
import { Problem } from '../../kernel/problem.ts';
import { labelled } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { filtersOf, searchedText } from '../parts/filters.tsx';
import { formOf } from '../parts/form.tsx';
import { emptyOf, factsOf, headingOf, momentOf, pagingOf, statusOf, tableOf } from '../parts/pieces.tsx';
import { settingsTabs } from './settings-tabs.ts';

const accountFields = labelled(({ settings }) => settings.account)({
  name: { kind: 'text', label: ({ settings }) => settings.name, required: true, maxLength: 100 },
  domain: { kind: 'text', maxLength: 253, placeholder: 'bakery.example' },
  timezone: { kind: 'text', maxLength: 50, placeholder: 'Europe/Berlin' },
});

const create = form(mutationOf('createAccount'), {
  fields: accountFields,
  says: ({ settings: { accounts } }) => [accounts.create, accounts.created],
});

/** Makes the person act for another account. The next page belongs to that account. */
const choose = form(mutationOf('chooseAccount'), {
  fields: { account: { kind: 'hidden' } },
  says: ({ settings: { accounts } }) => [accounts.actFor, accounts.chosen],
  done: () => '/settings/accounts',
});

const document = graphql(`
  query ConsoleAccounts($after: String, $search: String, $isOwner: Boolean!) {
    viewer {
      account { id timezone }
      accounts {
        role
        account { id name }
      }
    }
    accounts(first: 50, after: $after, filter: { text: $search }) @include(if: $isOwner) {
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
  document,
  variables: (page) => ({ search: searchedText(page), isOwner: page.may('ADMIN') }),
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

function accountsOf(page: Page, accounts: readonly AccountMember[]) {
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

function switchTo(page: Page, { id, name }: { id: string; name: string }) {
  const { current, actForOne } = page.words.settings.accounts;
  if (id === page.viewer.account.id) return statusOf(current, 'good');
  return formOf(page, 'choose', { key: id, quiet: true, values: { account: id }, label: actForOne(name) });
}

function subaccountsOf(page: Page, accounts: readonly Subaccount[]) {
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

const update = form(mutationOf('updateAccount'), {
  fields: { ...accountFields, timezone: { ...accountFields.timezone, required: true } },
  clears: true,
  adds: ({ params }) => ({ account: params.account }),
  says: ({ settings }) => [settings.save, settings.accounts.saved],
});

export const subaccountScreen = screen({
  path: '/settings/accounts/:account',
  scope: 'ADMIN',
  document: graphql(`
    query ConsoleSubaccount($account: ID!) {
      account: node(id: $account) {
        ... on Account { id name domain timezone emailBalance createdAt }
      }
    }
  `),
  title: ({ account }) => foundOf(account).name,
  forms: { choose, update },
  view: ({ account: found }, page) => {
    const account = foundOf(found);
    const { account: words, accounts } = page.words.settings;
    return [
      headingOf(
        account.name,
        formOf(page, 'choose', {
          quiet: true,
          values: { account: account.id },
          label: accounts.actForOne(account.name),
        }),
      ),
      settingsTabs(page),
      <p>
        <a href={page.to('/settings/accounts')}>{accounts.back}</a>
      </p>,
      factsOf([
        [words.id, <code>{account.id}</code>],
        [words.created, momentOf(page, account.createdAt)],
        [words.balance, page.number(account.emailBalance)],
      ]),
      formOf(page, 'update', { values: account }),
    ];
  },
});

function foundOf<Account extends object>(account: Account | null): Extract<Account, { name: unknown }> {
  if (!account || !('name' in account)) throw new Problem('ACCOUNT_NOT_FOUND');
  return account as Extract<Account, { name: unknown }>;
}

const ownUpdate = form(mutationOf('updateAccount'), {
  fields: { ...accountFields, timezone: { ...accountFields.timezone, required: true } },
  clears: true,
  says: ({ settings }) => [settings.save, settings.account.saved],
});

const topUp = form(mutationOf('topUpEmailBalance'), {
  fields: labelled(({ settings }) => settings.account)({
    amount: {
      kind: 'number',
      hint: ({ settings }) => settings.account.balanceHint,
      required: true,
      min: 1,
      max: 1_000_000_000,
    },
  }),
  says: ({ settings: { account } }) => [account.topUp, account.toppedUp],
});

export const accountScreen = screen({
  path: '/settings',
  document: graphql(`
    query ConsoleAccount {
      viewer { account { id name domain timezone emailBalance parentId createdAt } }
    }
  `),
  title: (_, { words }) => words.settings.title,
  forms: { update: ownUpdate, topUp },
  view: ({ viewer: { account } }, page) => {
    const { account: words, name, title } = page.words.settings;
    const isOwner = page.may('ADMIN');
    return [
      headingOf(title),
      settingsTabs(page),
      factsOf([
        ...(isOwner
          ? []
          : ([
              [name, account.name],
              [words.domain, account.domain],
              [words.timezone, account.timezone],
            ] as const)),
        [words.id, <code>{account.id}</code>],
        account.parentId !== null && [words.parent, <code>{account.parentId}</code>],
        [words.created, momentOf(page, account.createdAt)],
        [words.balance, page.number(account.emailBalance)],
      ]),
      formOf(page, 'update', { values: account }),
      formOf(page, 'topUp', { legend: words.balanceTitle }),
    ];
  },
});
