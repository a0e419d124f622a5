import { builder } from '../../kernel/api/builder.ts';
import type { Viewer } from '../../kernel/api/viewer.ts';
import { AccountType } from '../account/account.type.ts';
import { ScopeType } from '../api-key/api-key.type.ts';
import { noticesOf } from './notice.ts';
import { NoticeType } from './notice.type.ts';

export const ViewerType = builder.objectType(builder.objectRef<Viewer>('Viewer'), {
  description: 'Who calls.',
  fields: (t) => ({
    account: t.field({
      type: AccountType,
      description: 'The account that it acts for.',
      resolve: (viewer) => viewer.account,
    }),
    keyId: t.exposeID('keyId', { description: 'The id of the API key.' }),
    keyName: t.exposeString('keyName', { description: 'What the API key is for.' }),
    notices: t.field({
      type: [NoticeType],
      description: 'What the account should know, newest first: of the last 90 days, 100 at most.',
      resolve: ({ account }, _, { services }) => noticesOf(services.database, account.id),
    }),
    scopes: t.field({
      type: [ScopeType],
      description: 'What the API key may do.',
      resolve: (viewer) => [...viewer.scopes],
    }),
  }),
});
