import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { insertRow } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';
import { merchantFields } from './merchant.inputs.ts';
import { type Merchant, merchants } from './merchant.ts';
import { MerchantType } from './merchant.type.ts';

mutation({
  name: 'createMerchant',
  description: 'Adds a merchant: a shop or branch where users collect stamps and points.',
  scope: 'WRITE',
  input: z.object(merchantFields),
  type: MerchantType,
  problems: [],
  run: async ({ input, viewer, transaction }) => {
    const merchant: Merchant = {
      id: newId('merchant'),
      accountId: viewer.account.id,
      name: input.name,
      address: input.address ?? null,
      zip: input.zip ?? null,
      city: input.city ?? null,
      createdAt: now(),
    };
    await insertRow(transaction, merchants, merchant);
    return merchant;
  },
});
