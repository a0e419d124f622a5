import { builder } from '../../kernel/api/builder.ts';
import type { Merchant } from './merchant.ts';

export const MerchantType = builder.objectType(builder.objectRef<Merchant>('Merchant'), {
  description: 'A shop or branch of the account where stamps and points are given.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`mer_` and 12 characters.' }),
    name: t.exposeString('name', { description: 'What it is called.' }),
    address: t.exposeString('address', { nullable: true, description: 'Street and number.' }),
    zip: t.exposeString('zip', { nullable: true, description: 'Postal code.' }),
    city: t.exposeString('city', { nullable: true, description: 'City.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
  }),
});
