import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { accounts } from './account.ts';
import { AccountType } from './account.type.ts';
import { recordSubaccount } from './account-events.ts';
import { addEmails } from './email-balance.ts';

mutation({
  name: 'topUpEmailBalance',
  description: 'Adds directory emails to the balance of the account that the request acts for.',
  scope: 'ADMIN',
  input: z.object({
    amount: z
      .int()
      .min(1)
      .max(1_000_000_000)
      .meta({ description: 'The number of directory emails to add, 1 to 1,000,000,000.' }),
  }),
  type: AccountType,
  problems: [],
  run: async ({ input, viewer, transaction }) => {
    const { id } = viewer.account;
    await addEmails(transaction, id, input.amount);
    const account = await requireRow(transaction, accounts, { id });
    await recordSubaccount(transaction, account, 'subaccount_updated', viewer.keyId);
    return account;
  },
});
