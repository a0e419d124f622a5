import { builder } from '../../api/builder.ts';
import type { Viewer } from '../../api/viewer.ts';
import { AccountType } from '../account/account.type.ts';
import { ScopeType } from '../api-key/api-key.type.ts';
import { findNotices } from './notice.ts';
import { NoticeType } from './notice.type.ts';

export const ViewerType = builder.objectType(builder.objectRef<Viewer>('Viewer'), {
  description: 'The caller.',
  tillFields: ['account', 'keyId', 'keyName', 'scopes', 'till'],
  fields: (t) => ({
    account: t.field({
      type: AccountType,
      description: 'The account that the caller acts for.',
      resolve: (viewer) => viewer.account,
    }),
    keyId: t.exposeID('keyId', {
      description: 'The id of the API key (`key_…`), the signed-in person (`per_…`) or the till (`til_…`).',
    }),
    keyName: t.exposeString('keyName', {
      description: 'The name of the API key or the till, or the email address of the person.',
    }),
    notices: t.field({
      type: [NoticeType],
      description: 'Notices of the last 90 days, newest first, at most 100. Not paginated.',
      cost: { items: 100 },
      resolve: ({ account }, _, { services }) => findNotices(services.database, account.id),
    }),
    scopes: t.field({
      type: [ScopeType],
      description: 'The scopes of the API key or the till, or of the role of the person in the account.',
      resolve: (viewer) => [...viewer.scopes],
    }),
  }),
});
