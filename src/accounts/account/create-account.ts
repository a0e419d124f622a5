import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { Problem } from '../../kernel/problem.ts';
import { accountFields } from './account.inputs.ts';
import { addAccount, requireRoomForSubaccount } from './account.ts';
import { AccountType } from './account.type.ts';
import { recordSubaccount } from './account-events.ts';

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
