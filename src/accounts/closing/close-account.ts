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
    'Closes the account of the request or one of its subaccounts, together with all accounts below it. Within 5 seconds, keys and tills get `ACCOUNT_CLOSED`, people can no longer act for the account, its pages are unavailable, and sending stops. The data is kept until `removalAt`, then permanently removed, including the data of the accounts below it. Until then, the parent can call `reopenAccount`. The operator reopens a top-level account.',
  scope: 'ADMIN',
  input: z.object({
    account: accountId.nullish().meta({
      description: 'The id of a subaccount: `acc_` followed by 16 characters. Default: the account of the request.',
    }),
    name: z.string().max(100).meta({ description: 'The name of the account, to confirm the call.' }),
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
