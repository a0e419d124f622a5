import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow } from '../../kernel/database/rows.ts';
import { invalidInput, Problem } from '../../kernel/problem.ts';
import { accountId, ownOrSubaccount } from '../account/account.inputs.ts';
import { accountAbove, accountRow, ownOrBelow } from '../account/account.ts';
import { AccountType } from '../account/account.type.ts';
import { recordSubaccount } from '../account/account-events.ts';
import { close, reopen } from './account-closing.ts';

mutation({
  name: 'closeAccount',
  description:
    'Closes the account of the request or one of its subaccounts, together with all accounts below it. Within 5 seconds, keys and tills get `ACCOUNT_CLOSED`, people can no longer act for the account, its pages are unavailable, and sending stops. The data is kept until `removalAt`, then permanently removed, including the data of the accounts below it. Until then, the parent can call `reopenAccount`. The operator reopens a top-level account.',
  scope: 'ADMIN',
  input: z.object({
    account: ownOrSubaccount,
    name: z.string().max(100).meta({ description: 'The name of the account, to confirm the call.' }),
  }),
  type: AccountType,
  problems: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_ALREADY_CLOSED', 'FIRST_ACCOUNT'],
  run: async ({ input, viewer, transaction }) => {
    const account = await lockRow(transaction, accountRow, ownOrBelow(viewer.account, input.account));
    if (input.name !== account.name) throw invalidInput('name', 'is not the name of the account');
    const closed = await close(transaction, account);
    await recordSubaccount(transaction, closed, 'subaccount_updated', viewer.keyId);
    return closed;
  },
  settle: ({ id }, { services }) => services.authenticator.forgetAccount(id),
});

mutation({
  name: 'reopenAccount',
  description:
    'Reopens a closed subaccount or the test account, and the accounts that were closed with it. Keys, pages and links work again, and queued messages are sent. Fails once removal has started.',
  scope: 'ADMIN',
  input: z.object({
    account: accountId.meta({ description: 'The subaccount or test account: `acc_` followed by 16 characters.' }),
  }),
  type: AccountType,
  problems: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_NOT_CLOSED', 'ACCOUNT_REMOVED'],
  run: async ({ input, viewer, transaction }) => {
    const found = await lockRow(transaction, accountRow, { id: input.account });
    if (accountAbove(found) !== viewer.account.id) throw new Problem('ACCOUNT_NOT_FOUND');
    const account = await reopen(transaction, found);
    await recordSubaccount(transaction, account, 'subaccount_updated', viewer.keyId);
    return account;
  },
  settle: ({ id }, { services }) => services.authenticator.forgetAccount(id),
});
