import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import type { Viewer } from '../../kernel/api/context.ts';
import type { Scope } from '../../kernel/api/scope.ts';
import type { ApiKey } from '../api-key/api-key.ts';
import { type Notice, noticesOf, type noticeTypes } from '../viewer/notice.ts';
import { scopeInput } from './account.inputs.ts';
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

const ScopeType = enumTypeOf(scopeInput);

export const ApiKeyType = builder.objectType(builder.objectRef<ApiKey>('ApiKey'), {
  description: 'A pair of id and secret that lets a program act for an account. The secret is shown once, at creation.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`key_` and 16 characters.' }),
    name: t.exposeString('name', { description: 'What it is for.' }),
    scopes: t.field({
      type: [ScopeType],
      description: 'What it may do.',
      resolve: (key) => key.scopeList.split(',') as Scope[],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops working by itself.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute.',
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked.' }),
  }),
});

const NoticeTypeType = builder.enumType('NoticeType', {
  description: 'What a notice is about.',
  values: {
    WEBHOOK_ENDPOINT_DISABLED: {
      description: 'A webhook endpoint failed for five days, or is gone, and was disabled.',
    },
  } satisfies Record<(typeof noticeTypes)[number], object>,
});

const NoticeType = builder.objectType(builder.objectRef<Notice>('Notice'), {
  description: 'Something that the service did by itself and the account should know.',
  fields: (t) => ({
    type: t.expose('type', { type: NoticeTypeType, description: 'What it is about.' }),
    subject: t.exposeID('subject', { description: 'The id of what it is about, such as a webhook endpoint.' }),
    message: t.exposeString('message', { description: 'What happened, and what can be done.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
  }),
});

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
