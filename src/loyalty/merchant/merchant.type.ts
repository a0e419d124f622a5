import { builder } from '../../api/builder.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { type Merchant, merchantRow } from './merchant.ts';

export const MerchantType = builder.objectType(builder.objectRef<Merchant>('Merchant'), {
  interfaces: [NodeType],
  description: 'A shop or branch of the account where users collect stamps and points.',
  tillFields: ['id', 'name', 'address', 'zip', 'city'],
  fields: (t) => ({
    id: t.exposeID('id', { description: '`mer_` followed by 12 characters.' }),
    name: t.exposeString('name', { description: 'Name of the merchant.' }),
    address: t.exposeString('address', { nullable: true, description: 'Street and number.' }),
    zip: t.exposeString('zip', { nullable: true, description: 'Postal code.' }),
    city: t.exposeString('city', { nullable: true, description: 'City.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the merchant was added.' }),
  }),
});

readableById(MerchantType, { form: idPattern('merchant'), find: ofAccount(merchantRow) });
