import { builder } from '../../kernel/api/builder.ts';
import { findRows } from '../../kernel/database/single-row.ts';
import { idPattern } from '../../kernel/values/ids.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { type Account, accountRow } from './account.ts';
import { readEmailBalance } from './email-balance.ts';

export const AccountType = builder.objectType(builder.objectRef<Account>('Account'), {
  interfaces: [NodeType],
  description: 'A customer of the service. An account can access only its own data.',
  tillFields: ['id', 'name', 'timezone'],
  fields: (t) => ({
    id: t.exposeID('id', { description: '`acc_` followed by 16 characters.' }),
    name: t.exposeString('name', { description: 'Name of the account.' }),
    domain: t.exposeString('domain', {
      nullable: true,
      description: 'The internet domain of its default sender addresses.',
    }),
    timezone: t.exposeString('timezone', {
      description: 'IANA time zone name, such as `Europe/Berlin`. New coupons use it by default.',
    }),
    emailBalance: t.int({
      description: 'The number of directory emails that the account can still send.',
      resolve: ({ id }, _, { services }) => readEmailBalance(services.database, id),
    }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'The id of the parent account, whose keys may act for this account.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  }),
});

readableById(AccountType, {
  form: idPattern('account'),
  find: async ({ database, viewer: { account } }, ids) =>
    (await findRows(database, accountRow, ids)).filter(({ id, parentId }) => [id, parentId].includes(account.id)),
  scope: (id, { account }) => (id === account.id ? 'READ' : 'ADMIN'),
});
