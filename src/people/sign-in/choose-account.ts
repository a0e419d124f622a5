import { z } from 'zod';
import { accountId } from '../../accounts/account/account.inputs.ts';
import { AccountType } from '../../accounts/account/account.type.ts';
import { mutation } from '../../api/mutation.ts';
import { Problem } from '../../kernel/problem.ts';
import { chooseAccount } from './person-sign-in.ts';

mutation({
  name: 'chooseAccount',
  description:
    'Lets the sign-in of the person who calls act for another account from now on: one that the person belongs to, or a subaccount of one. The next sign-in begins with it, or with its parent. An API key chooses with the header `X-Account`.',
  scope: 'ADMIN',
  alternativeScope: 'READ',
  input: z.object({ account: accountId }),
  type: AccountType,
  problems: ['ACCOUNT_NOT_FOUND'],
  prepare: async ({ input, viewer: { person }, services }) => {
    if (!person) throw new Problem('FORBIDDEN', 'Only a person who is signed in chooses an account.');
    const chosen = await services.authenticator.recall(person.id, input.account);
    if (!chosen) throw new Problem('ACCOUNT_NOT_FOUND');
    return { person, account: chosen.account };
  },
  run: async ({ transaction, prepared: { person, account } }) => {
    await chooseAccount(transaction, person, account.id);
    return account;
  },
});
