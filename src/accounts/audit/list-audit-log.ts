import { z } from 'zod';
import { dateTime, flag } from '../../api/inputs.ts';
import { connection } from '../../api/query.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { AuditEntryType } from './audit-entry.type.ts';
import { searchAuditLog } from './audit-log.ts';

const filter = z
  .object({
    key: z
      .string()
      .regex(/^(key|per|til)_[0-9a-z]{16}$/, 'is not the id of an API key, a person or a till')
      .nullish()
      .meta({
        scalar: 'ID',
        description: 'Only calls of this API key (`key_…`), person (`per_…`) or till (`til_…`).',
      }),
    operation: z
      .string()
      .regex(/^[a-zA-Z]{1,60}$/, 'is not the name of an operation')
      .nullish()
      .meta({ description: 'Only calls of this operation, such as `createApiKey`.' }),
    refused: flag('`true`: only refused attempts. `false`: only calls that succeeded.'),
    since: dateTime.nullish().meta({ description: 'Only entries at this time or later.' }),
    until: dateTime.nullish().meta({ description: 'Only entries at this time or earlier.' }),
  })
  .meta({ id: 'AuditFilter', description: 'Filters the audit log. All conditions must match.' });

connection({
  name: 'auditLog',
  description: `The audit log of the account, newest first. It contains every write by an API key, a person or a till, and refused administrative operations. With \`key\`, \`operation\` or \`refused\`, each page searches 20,000 entries. Such a page can have fewer entries than requested, or none, and still have a next page.`,
  scope: 'ADMIN',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters the entries. Default: all.' }) }),
  type: AuditEntryType,
  run: ({ input, viewer, database, page }) => {
    const { since, until } = input.filter ?? {};
    if (since && until && until < since) throw invalidInput('filter.until', 'must not be before since');
    return searchAuditLog(database, viewer.account.id, input.filter ?? {}, page);
  },
  keysOf: ({ createdAt, id }) => [createdAt, id],
});
