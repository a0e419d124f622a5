import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow, updateRows } from '../../kernel/database/rows.ts';
import { merchantFields, merchantId } from './merchant.inputs.ts';
import { merchantRow, merchants } from './merchant.ts';
import { MerchantType } from './merchant.type.ts';

mutation({
  name: 'updateMerchant',
  description:
    'Updates a merchant. Omitted fields keep their values; `null` clears a field, except `name`, which it leaves unchanged.',
  scope: 'WRITE',
  input: z.object({ id: merchantId, ...merchantFields, name: merchantFields.name.nullish() }),
  type: MerchantType,
  problems: ['MERCHANT_NOT_FOUND'],
  run: async ({ input: { id, ...given }, viewer, transaction }) => {
    const merchant = await lockRow(transaction, merchantRow, { accountId: viewer.account.id, id });
    const { name, address = merchant.address, zip = merchant.zip, city = merchant.city } = given;
    const changed = { ...merchant, name: name ?? merchant.name, address, zip, city };
    await updateRows(transaction, merchants, { id }, changed);
    return changed;
  },
});
