import { z } from 'zod';
import { mutation } from '../../kernel/api/mutation.ts';
import { requireRow } from '../../kernel/database/single-row.ts';
import { accountFields } from './account.inputs.ts';
import { accountRow, accounts } from './account.ts';
import { AccountType } from './account.type.ts';
import { recordSubaccount } from './account-events.ts';
import { accountRenamings } from './account-extensions.ts';

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
    const former = await requireRow(transaction, accountRow, { id }, 'exclusive');
    if (Object.keys(changes).length > 0) await transaction.manager.update(accounts, { id }, changes);
    const account = { ...former, ...changes };
    if (account.name !== former.name)
      for (const follow of accountRenamings.extensions) await follow(transaction, account);
    await recordSubaccount(transaction, account, 'subaccount_updated', viewer.keyId);
    return account;
  },
  settle: ({ id }, { services }) => services.authenticator.forgetAccount(id),
});
