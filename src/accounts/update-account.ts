import { z } from 'zod';
import { mutation } from '../api/mutation.ts';
import { record } from '../events/record.ts';
import { accounts } from './account.ts';
import { AccountType } from './account.type.ts';
import { accountFields } from './inputs.ts';

mutation({
  name: 'updateAccount',
  description:
    'Changes the account that the request acts for: what is left out stays, `domain: null` removes the domain.',
  scope: 'ADMIN',
  input: z.object({ ...accountFields, name: accountFields.name.nullish() }),
  type: AccountType,
  problems: [],
  run: async ({ input, viewer, transaction }) => {
    const { id } = viewer.account;
    const { name, timezone, domain } = input;
    const changes = { ...(name && { name }), ...(timezone && { timezone }), ...(domain !== undefined && { domain }) };
    if (Object.keys(changes).length > 0) await transaction.manager.update(accounts, { id }, changes);
    const account = await transaction.manager.findOneByOrFail(accounts, { id });
    if (account.parentId) {
      await record(transaction, {
        kind: 'SUBACCOUNT',
        type: 'subaccount_updated',
        accountId: id,
        keyId: viewer.keyId,
        data: account,
      });
    }
    return account;
  },
  settle: ({ id }, { services }) => services.authenticator.forgetAccount(id),
});
