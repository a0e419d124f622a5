import { z } from 'zod';
import { connection } from '../../api/query.ts';
import { listPage } from '../../kernel/database/list.ts';
import { apiKeys as keySchema } from './api-key.ts';
import { ApiKeyType } from './api-key.type.ts';

const filter = z
  .object({
    revoked: z
      .boolean()
      .nullish()
      .meta({ description: '`true`: only revoked keys. `false`: only keys that are not revoked.' }),
  })
  .meta({ id: 'ApiKeyFilter', description: 'Filters API keys.' });

const { secretHash, ...columns } = keySchema.options.columns;
const shown = { table: keySchema, properties: Object.keys(columns) };

connection({
  name: 'apiKeys',
  description:
    'The API keys of the account, newest first, including revoked and expired keys. Their secrets are not included.',
  scope: 'ADMIN',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters API keys. Default: all keys.' }) }),
  type: ApiKeyType,
  problems: [],
  run: ({ input, viewer, database, page }) =>
    listPage(database, page, {
      source: shown,
      where: { accountId: viewer.account.id },
      present: { revokedAt: input.filter?.revoked },
      index: 'api_keys_created',
    }),
  keysOf: (key) => [key.createdAt, key.id],
});
