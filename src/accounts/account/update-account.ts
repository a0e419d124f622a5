import { z } from 'zod';
import { mutation } from '../../kernel/api/mutation.ts';
import { accountFields } from './account.inputs.ts';
import { accounts } from './account.ts';
import { AccountType } from './account.type.ts';
import { recordSubaccount } from './account-events.ts';

mutation({
  name: 'updateAccount',
  description:
    'Updates the account that the request acts for. Omitted fields keep their values; `domain: null` removes the domain.',
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
    await recordSubaccount(transaction, account, 'subaccount_updated', viewer.keyId);
    return account;
  },
  settle: ({ id }, { services }) => services.authenticator.forgetAccount(id),
});
