import { shownColumns } from '../../api/noun-fields.ts';
import { type AuditEntry, auditEntries } from '../../audit/audit-entry.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { findEntries } from './audit-log.ts';

export const AuditEntryType = nodeType<AuditEntry>('AuditEntry', {
  form: 'auditEntry',
  find: findEntries,
  scope: 'ADMIN',
  description:
    'A write by an API key, a person or a till, or a refused administrative operation. A hash chain reveals entries that were changed, removed or added outside the service.',
  fields: (t) => ({
    ...shownColumns(t, auditEntries, {
      id: '`aud_` followed by 16 characters. Ids ascend over time.',
      keyId: 'The caller: an API key (`key_…`), a person (`per_…`) or a till (`til_…`).',
      address: 'The network address of the caller.',
      operation:
        'The name of the mutation, such as `createApiKey`. REST calls and console forms run the same mutations.',
    }),
    datetime: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
    problem: t.string({
      nullable: true,
      description: 'The code of the problem with which the attempt was refused. Null if the call succeeded.',
      resolve: ({ outcome }) => (outcome === 'OK' ? null : outcome),
    }),
    answered: t.idList({
      description: 'The ids of the objects that the call returned, at most 20 ids.',
      resolve: ({ answered }) => (answered === '' ? [] : answered.split(' ')),
    }),
    requestId: t.exposeString('requestId', { description: 'The id of the request, as in the header `X-Request-Id`.' }),
    input: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The input of the call, shortened to 4,000 bytes. Passwords, secrets and tokens appear as `(hidden)`. Null if it has been erased.',
      resolve: ({ given }) => (given === null ? null : JSON.parse(given)),
    }),
  }),
});
