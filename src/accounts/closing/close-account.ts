import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow } from '../../kernel/database/rows.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { accountId } from '../account/account.inputs.ts';
import { accountRow } from '../account/account.ts';
import { AccountType } from '../account/account.type.ts';
import { recordSubaccount } from '../account/account-events.ts';
import { close } from './account-closing.ts';

mutation({
  name: 'closeAccount',
  description:
    'Closes the account that the request acts for, or one of its subaccounts, together with all accounts below it. Within 5 seconds, keys and tills get `ACCOUNT_CLOSED`, people can no longer act for it, its pages are gone, and nothing is sent any more. Its data stays until `removalAt`, and is then removed for ever, with that of the accounts below it. Until then its parent can call `reopenAccount`; a top-level account is reopened by the operator.',
  scope: 'ADMIN',
  input: z.object({
    account: accountId.nullish().meta({
      description: 'The id of a subaccount: `acc_` followed by 16 characters. Default: the account of the request.',
    }),
    name: z.string().max(100).meta({ description: 'The name of the account, as a confirmation.' }),
  }),
  type: AccountType,
  problems: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_ALREADY_CLOSED', 'FIRST_ACCOUNT'],
  run: async ({ input, viewer, transaction }) => {
    const own = viewer.account.id;
    const id = input.account ?? own;
    const which = id === own ? { id } : { id, parentId: own };
    const account = await lockRow(transaction, accountRow, which);
    if (input.name !== account.name) throw invalidInput('name', 'is not the name of the account');
    const closed = await close(transaction, account);
    await recordSubaccount(transaction, closed, 'subaccount_updated', viewer.keyId);
    return closed;
  },
  settle: ({ id }, { services }) => services.authenticator.forgetAccount(id),
});
