import { builder } from '../../api/builder.ts';
import { shownColumns } from '../../api/noun-fields.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { type Account, accountRow, accounts } from './account.ts';
import { removalTime } from './account-retention.ts';
import { readEmailBalance } from './email-balance.ts';

interface Retention {
  messagesDays: number;
  deliveriesDays: number;
  requestsDays: number;
}

const RetentionType = builder.objectType(builder.objectRef<Retention>('AccountRetention'), {
  description: 'How long an account keeps data, in days.',
  fields: (t) => ({
    messagesDays: t.exposeInt('messagesDays', {
      description:
        'Number of days for which messages are listed. A message with which a coupon was sent is listed as long as the coupon itself.',
    }),
    deliveriesDays: t.exposeInt('deliveriesDays', {
      description: 'Number of days for which successful webhook deliveries are listed.',
    }),
    requestsDays: t.exposeInt('requestsDays', {
      description: 'Number of days for which requests are listed in `requestLog`.',
    }),
  }),
});

export const AccountType = nodeType<Account>('Account', {
  form: 'account',
  find: async ({ database, viewer: { account } }, ids) =>
    (await findRows(database, accountRow, { id: ids })).filter(({ id, parentId, testOf }) =>
      [id, parentId, testOf].includes(account.id),
    ),
  scope: (id, { account }) => (id === account.id ? 'READ' : 'ADMIN'),
  description: 'A customer of the service. An account can access only its own data.',
  tillFields: ['id', 'name', 'timezone'],
  fields: (t) => ({
    ...shownColumns(t, accounts, {
      id: '`acc_` followed by 16 characters.',
      name: 'Name of the account.',
      domain: 'The internet domain of the default sender addresses of the account.',
      timezone: 'IANA time zone name, such as `Europe/Berlin`. New coupons use it by default.',
      parentId: 'The id of the parent account. Keys of the parent can act for this account.',
      createdAt: 'When the account was created.',
      closedAt: 'When the account or an account above it was closed. Null while the account is open.',
    }),
    emailBalance: t.int({
      description: 'The number of directory emails that the account can still send.',
      resolve: ({ id }, _, { services }) => readEmailBalance(services.database, id),
    }),
    removalAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When the account and all its data will be permanently removed. Reopening the account before then prevents this. The operator can remove it earlier. Null while the account is open.',
      resolve: (account, _, { services: { keptDays } }) => removalTime(account, keptDays.closedAccounts),
    }),
    retention: t.field({
      type: RetentionType,
      description:
        'How long the account keeps data. Default: as long as the installation keeps it. `updateAccount` can set shorter periods.',
      resolve: ({ messagesKeptDays, deliveriesKeptDays, requestsKeptDays }, _, { services: { keptDays } }) => ({
        messagesDays: Math.min(messagesKeptDays ?? keptDays.messages, keptDays.messages),
        deliveriesDays: Math.min(deliveriesKeptDays ?? keptDays.deliveries, keptDays.deliveries),
        requestsDays: Math.min(requestsKeptDays ?? keptDays.requests, keptDays.requests),
      }),
    }),
  }),
});
