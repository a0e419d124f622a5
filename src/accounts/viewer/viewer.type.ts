import { builder } from '../../api/builder.ts';
import { shownColumns } from '../../api/noun-fields.ts';
import type { Viewer } from '../../api/viewer.ts';
import { AccountType } from '../account/account.type.ts';
import { ScopeType } from '../api-key/api-key.type.ts';
import { findNotices, type Notice, notices, type noticeTypes } from './notice.ts';

const NoticeTypeType = builder.enumType('NoticeType', {
  description: 'The type of a notice.',
  values: {
    WEBHOOK_ENDPOINT_DISABLED: {
      description: 'A webhook endpoint was disabled, because it failed for five days or responded with 410 Gone.',
    },
    CERTIFICATE_EXPIRES: {
      description: 'The certificate of a wallet integration expires within 30 days.',
    },
    WALLET_PAUSED: {
      description:
        'Apple or Google rejects the settings of a wallet integration. Phones get no notifications until the account connects it again.',
    },
  } satisfies Record<(typeof noticeTypes)[number], object>,
});

const NoticeType = builder.objectType(builder.objectRef<Notice>('Notice'), {
  description: 'An action that the service took automatically, or something that the account should do soon.',
  fields: (t) => ({
    type: t.expose('type', { type: NoticeTypeType, description: 'The type of the notice.' }),
    subject: t.exposeID('subject', { description: 'The id of the object concerned, such as a webhook endpoint.' }),
    ...shownColumns(t, notices, {
      message: 'A text that explains the notice and what you can do about it.',
      createdAt: 'When it happened.',
    }),
  }),
});

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
      description: 'Notices from the last 90 days, newest first, at most 100. Not paginated.',
      cost: { items: 100 },
      resolve: ({ account }, _, { services }) => findNotices(services.database, account.id),
    }),
    scopes: t.field({
      type: [ScopeType],
      description: 'The scopes of the API key, the till, or the role of the person in the account.',
      resolve: (viewer) => [...viewer.scopes],
    }),
  }),
});
