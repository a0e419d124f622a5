import { graphql, mutationOf } from '../../documents/typed-document.ts';
import { labelled } from '../frame/labelled-fields.ts';
import { form, screen } from '../frame/screen.ts';
import { formOf } from '../parts/form.tsx';
import { headingOf, momentOf } from '../parts/pieces.tsx';
import { factsOf } from '../parts/table.tsx';
import { accountFields } from './account-fields.ts';
import { settingsTabs } from './settings-tabs.ts';

const update = form({
  document: mutationOf('updateAccount'),
  fields: { ...accountFields, timezone: { ...accountFields.timezone, required: true } },
  clears: true,
  submit: ({ settings }) => settings.save,
  notice: ({ settings }) => settings.account.saved,
});

const topUp = form({
  document: mutationOf('topUpEmailBalance'),
  fields: labelled(({ settings }) => settings.account)({
    amount: {
      kind: 'number',
      hint: ({ settings }) => settings.account.balanceHint,
      required: true,
      min: 1,
      max: 1_000_000_000,
    },
  }),
  submit: ({ settings }) => settings.account.topUp,
  notice: ({ settings }) => settings.account.toppedUp,
});

export const accountScreen = screen({
  path: '/settings',
  scope: 'READ',
  document: graphql(`
    query ConsoleAccount {
      viewer { account { id name domain timezone emailBalance parentId createdAt } }
    }
  `),
  title: (_, { words }) => words.settings.title,
  forms: { update, topUp },
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
