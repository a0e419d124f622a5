import { graphql, mutationOf } from '../../documents/typed-document.ts';
import { Problem } from '../../kernel/problem.ts';
import { form, screen } from '../frame/screen.ts';
import { formOf } from '../parts/form.tsx';
import { headingOf, momentOf } from '../parts/pieces.tsx';
import { factsOf } from '../parts/table.tsx';
import { accountFields } from './account-fields.ts';
import { choose } from './accounts-screen.tsx';
import { settingsTabs } from './settings-tabs.ts';

const update = form({
  document: mutationOf('updateAccount'),
  fields: { ...accountFields, timezone: { ...accountFields.timezone, required: true } },
  clears: true,
  adds: ({ params }) => ({ account: params.account }),
  submit: ({ settings }) => settings.save,
  notice: ({ settings }) => settings.accounts.saved,
});

export const subaccountScreen = screen({
  path: '/settings/accounts/:account',
  scope: 'ADMIN',
  document: graphql(`
    query ConsoleSubaccount($id: ID!) {
      account: node(id: $id) {
        ... on Account { id name domain timezone emailBalance createdAt }
      }
    }
  `),
  variables: (page) => ({ id: page.params.account ?? '' }),
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
