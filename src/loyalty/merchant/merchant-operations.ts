import { z } from 'zod';
import { containedText, filterInput, lineText } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { connection } from '../../api/query.ts';
import { applyChanges } from '../../kernel/database/columns.ts';
import { listPage } from '../../kernel/database/list.ts';
import { deleteRows, insertRow, lockRow, updateRows } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';
import { merchantFields, merchantId } from './merchant.inputs.ts';
import { type Merchant, merchantRow, merchants } from './merchant.ts';
import { MerchantType } from './merchant.type.ts';

const filter = filterInput('MerchantFilter', 'Filters merchants.', 'all merchants', {
  name: lineText(100).nullish().meta({ description: 'Only merchants with this name.' }),
  text: containedText('merchants', 'whose name, address, postal code or city contains'),
});

connection({
  name: 'merchants',
  description: 'The merchants of the account, newest first.',
  scope: 'READ',
  input: z.object({ filter }),
  type: MerchantType,
  run: ({ input: { filter }, viewer, database, page }) =>
    listPage(database, page, {
      source: merchants,
      where: { accountId: viewer.account.id },
      filter: { name: filter?.name },
      contains: { text: filter?.text, in: ['name', 'address', 'zip', 'city'] },
    }),
  keysOf: (merchant) => [merchant.createdAt, merchant.id],
});

export const createMerchant = mutation({
  name: 'createMerchant',
  description: 'Adds a merchant: a shop or branch where users collect stamps and points.',
  scope: 'WRITE',
  input: z.object(merchantFields),
  type: MerchantType,
  run: async ({ input, viewer, transaction }) => {
    const { name, address = null, zip = null, city = null } = input;
    const id = newId('merchant');
    const merchant: Merchant = { id, accountId: viewer.account.id, name, address, zip, city, createdAt: now() };
    await insertRow(transaction, merchants, merchant);
    return merchant;
  },
});

mutation({
  name: 'updateMerchant',
  description:
    'Updates a merchant. Omitted fields keep their values; `null` clears a field, but leaves `name` unchanged.',
  scope: 'WRITE',
  input: z.object({ id: merchantId, ...merchantFields, name: merchantFields.name.nullish() }),
  type: MerchantType,
  problems: ['MERCHANT_NOT_FOUND'],
  run: async ({ input: { id, ...given }, viewer, transaction }) => {
    const merchant = await lockRow(transaction, merchantRow, { accountId: viewer.account.id, id });
    applyChanges(merchants, merchant, given);
    await updateRows(transaction, merchants, { id }, merchant);
    return merchant;
  },
});

mutation({
  name: 'deleteMerchant',
  description:
    'Deletes a merchant and returns it. Ledger entries keep the id of the merchant. Calls can still pass this id, like any unregistered id.',
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
