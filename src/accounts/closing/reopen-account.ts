import { z } from 'zod';
import { mutation } from '../../kernel/api/mutation.ts';
import { requireRow } from '../../kernel/database/single-row.ts';
import { accountId } from '../account/account.inputs.ts';
import { accountRow } from '../account/account.ts';
import { AccountType } from '../account/account.type.ts';
import { recordSubaccount } from '../account/account-events.ts';
import { reopen } from './account-closing.ts';

mutation({
  name: 'reopenAccount',
  description:
    'Reopens a closed subaccount, together with the accounts that were closed with it. Everything works again as before, and what waited is sent.',
  scope: 'ADMIN',
  input: z.object({ account: accountId.meta({ description: 'The subaccount: `acc_` followed by 16 characters.' }) }),
  type: AccountType,
  problems: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_NOT_CLOSED'],
  run: async ({ input, viewer, transaction }) => {
    const which = { id: input.account, parentId: viewer.account.id };
    const account = await reopen(transaction, await requireRow(transaction, accountRow, which, 'exclusive'));
    await recordSubaccount(transaction, account, 'subaccount_updated', viewer.keyId);
    return account;
  },
  settle: ({ id }, { services }) => services.authenticator.forgetAccount(id),
});
