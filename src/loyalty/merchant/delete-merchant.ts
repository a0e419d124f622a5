import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { deleteRows, lockRow } from '../../kernel/database/rows.ts';
import { merchantId } from './merchant.inputs.ts';
import { merchantRow, merchants } from './merchant.ts';
import { MerchantType } from './merchant.type.ts';

mutation({
  name: 'deleteMerchant',
  description:
    'Deletes a merchant, and returns it as it was. Ledger entries keep its id, and calls can still name it, like any id of their own.',
  scope: 'WRITE',
  input: z.object({ id: merchantId }),
  type: MerchantType,
  problems: ['MERCHANT_NOT_FOUND'],
  run: async ({ input: { id }, viewer, transaction }) => {
    const merchant = await lockRow(transaction, merchantRow, { accountId: viewer.account.id, id });
    await deleteRows(transaction, merchants, { id });
    return merchant;
  },
});
