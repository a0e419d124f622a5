import { shownColumns } from '../../api/noun-fields.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { type Merchant, merchantRow, merchants } from './merchant.ts';

export const MerchantType = nodeType<Merchant>('Merchant', {
  form: 'merchant',
  find: ofAccount(merchantRow),
  description: 'A shop or branch of the account where users collect stamps and points.',
  tillFields: ['id', 'name', 'address', 'zip', 'city'],
  fields: (t) => ({
    ...shownColumns(t, merchants, {
      id: '`mer_` followed by 12 characters.',
      name: 'Name of the merchant.',
      address: 'Street and number.',
      zip: 'Postal code.',
      city: 'City.',
      createdAt: 'When the merchant was added.',
    }),
  }),
});
