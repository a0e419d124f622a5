import { builder } from '../../api/builder.ts';
import { shownColumns } from '../../api/noun-fields.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { type Merchant, merchantRow, merchants } from './merchant.ts';

export const MerchantType = builder.objectType(builder.objectRef<Merchant>('Merchant'), {
  interfaces: [NodeType],
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

readableById(MerchantType, { form: idPattern('merchant'), find: ofAccount(merchantRow) });
