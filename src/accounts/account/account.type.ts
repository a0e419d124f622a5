import { builder } from '../../kernel/api/builder.ts';
import type { Account } from './account.ts';
import { readEmailBalance } from './email-balance.ts';

export const AccountType = builder.objectType(builder.objectRef<Account>('Account'), {
  description: 'A customer of the service. It sees its own data only.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`acc_` and 16 characters.' }),
    name: t.exposeString('name', { description: 'What it is called.' }),
    domain: t.exposeString('domain', {
      nullable: true,
      description: 'The internet domain of its default sender addresses.',
    }),
    timezone: t.exposeString('timezone', {
      description: 'IANA name, such as `Europe/Berlin`; new coupons take it over.',
    }),
    emailBalance: t.int({
      description: 'How many directory emails may still be sent.',
      resolve: ({ id }, _, { services }) => readEmailBalance(services.database, id),
    }),
    parentId: t.exposeID('parentId', { nullable: true, description: 'The account whose keys may act for this one.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  }),
});
