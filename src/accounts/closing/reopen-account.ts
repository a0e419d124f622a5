import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { accountId } from '../account/account.inputs.ts';
import { accountAbove, accountRow } from '../account/account.ts';
import { AccountType } from '../account/account.type.ts';
import { recordSubaccount } from '../account/account-events.ts';
import { reopen } from './account-closing.ts';

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
