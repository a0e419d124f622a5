import { z } from 'zod';
import { containedText, filterInput, lineText } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { connection } from '../../api/query.ts';
import { listPage } from '../../kernel/database/list.ts';
import { lockRow, requireRow, updateRows } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { accountFields, ownOrSubaccount, retentionInput } from './account.inputs.ts';
import { accountRow, accounts, addAccount, ownOrBelow, requireRoomForSubaccount } from './account.ts';
import { AccountType } from './account.type.ts';
import { recordSubaccount } from './account-events.ts';
import { accountRenamings } from './account-extensions.ts';
import { retentionChanges } from './account-retention.ts';
import { addEmails } from './email-balance.ts';

const filter = filterInput('AccountFilter', 'Filters accounts.', 'all subaccounts', {
  name: lineText(100).nullish().meta({ description: 'Only accounts with this name.' }),
  text: containedText('accounts', 'whose name or domain contains'),
});

connection({
  name: 'accounts',
  description: 'The direct subaccounts of the account, newest first. Subaccounts of subaccounts are not included.',
  scope: 'ADMIN',
  input: z.object({ filter }),
  type: AccountType,
  run: ({ input: { filter }, viewer, database, page }) =>
    listPage(database, page, {
      source: accounts,
      where: { parentId: viewer.account.id },
      filter: { name: filter?.name },
      contains: { text: filter?.text, in: ['name', 'domain'] },
      index: 'accounts_created',
    }),
  keysOf: (account) => [account.createdAt, account.id],
});

mutation({
  name: 'createAccount',
  description:
    'Creates a subaccount. Keys of the parent account can act for it with the `X-Account` header, and can create its first key. An account can have at most 1,000 subaccounts.',
  scope: 'ADMIN',
  input: z.object(accountFields),
  type: AccountType,
  problems: ['TOO_MANY_SUBACCOUNTS', 'NOT_IN_TEST_ACCOUNT'],
  run: async ({ input, viewer, transaction }) => {
    if (viewer.account.testOf !== null) throw new Problem('NOT_IN_TEST_ACCOUNT', 'A test account has no subaccounts.');
    await requireRoomForSubaccount(transaction, viewer.account.id);
    const account = await addAccount(transaction, { ...input, parentId: viewer.account.id });
    await recordSubaccount(transaction, account, 'subaccount_created', viewer.keyId);
    return account;
  },
});

mutation({
  name: 'updateAccount',
  description:
    'Updates the account that the request acts for, or one of its subaccounts. Omitted fields keep their values; `domain: null` removes the domain.',
  scope: 'ADMIN',
  input: z.object({
    account: ownOrSubaccount,
    ...accountFields,
    name: accountFields.name.nullish(),
    retention: retentionInput.nullish().meta({
      description:
        'How long the account keeps data. It can keep data for less time than the installation, but not longer.',
    }),
  }),
  type: AccountType,
  problems: ['ACCOUNT_NOT_FOUND'],
  run: async ({ input, viewer, transaction, services }) => {
    const { name, timezone, domain } = input;
    const changes = {
      ...(name && { name }),
      ...(timezone && { timezone }),
      ...(domain !== undefined && { domain }),
      ...retentionChanges(input.retention ?? {}, services.keptDays),
    };
    const former = await lockRow(transaction, accountRow, ownOrBelow(viewer.account, input.account));
    await updateRows(transaction, accounts, { id: former.id }, changes);
    const account = { ...former, ...changes };
    if (account.name !== former.name)
      for (const follow of accountRenamings.extensions) await follow(transaction, account);
    await recordSubaccount(transaction, account, 'subaccount_updated', viewer.keyId);
    return account;
  },
  settle: ({ id }, { services }) => services.authenticator.forgetAccount(id),
});

mutation({
  name: 'topUpEmailBalance',
  description: 'Adds directory emails to the balance of the account that the request acts for.',
  scope: 'ADMIN',
  input: z.object({
    amount: z
      .int()
      .min(1)
      .max(1_000_000_000)
      .meta({ description: 'The number of directory emails to add, 1 to 1,000,000,000.' }),
  }),
  type: AccountType,
  run: async ({ input, viewer, transaction }) => {
    const { id } = viewer.account;
    await addEmails(transaction, id, input.amount);
    const account = await requireRow(transaction, accounts, { id });
    await recordSubaccount(transaction, account, 'subaccount_updated', viewer.keyId);
    return account;
  },
});
