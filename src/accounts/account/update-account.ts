import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow, updateRows } from '../../kernel/database/rows.ts';
import { accountFields, accountId, retentionInput } from './account.inputs.ts';
import { accountRow, accounts } from './account.ts';
import { AccountType } from './account.type.ts';
import { recordSubaccount } from './account-events.ts';
import { accountRenamings } from './account-extensions.ts';
import { retentionChanges } from './account-retention.ts';

mutation({
  name: 'updateAccount',
  description:
    'Updates the account that the request acts for, or one of its subaccounts. Omitted fields keep their values; `domain: null` removes the domain.',
  scope: 'ADMIN',
  input: z.object({
    account: accountId.nullish().meta({
      description: 'The id of a subaccount: `acc_` followed by 16 characters. Default: the account of the request.',
    }),
    ...accountFields,
    name: accountFields.name.nullish(),
    retention: retentionInput.nullish().meta({
      description:
        'How long the account keeps data. It can keep data for less time than the installation, but not longer.',
    }),
  }),
  type: AccountType,
  problems: ['ACCOUNT_NOT_FOUND'],
  run: async ({ input, viewer, transaction, services }) => {
    const { name, timezone, domain } = input;
    const id = input.account ?? viewer.account.id;
    const changes = {
      ...(name && { name }),
      ...(timezone && { timezone }),
      ...(domain !== undefined && { domain }),
      ...retentionChanges(input.retention ?? {}, services.keptDays),
    };
    const own = viewer.account.id;
    const which = id === own ? { id } : { id, parentId: own };
    const former = await lockRow(transaction, accountRow, which);
    if (Object.keys(changes).length > 0) await updateRows(transaction, accounts, { id }, changes);
    const account = { ...former, ...changes };
    if (account.name !== former.name)
      for (const follow of accountRenamings.extensions) await follow(transaction, account);
    await recordSubaccount(transaction, account, 'subaccount_updated', viewer.keyId);
    return account;
  },
  settle: ({ id }, { services }) => services.authenticator.forgetAccount(id),
});
