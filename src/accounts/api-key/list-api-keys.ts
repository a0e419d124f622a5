import { z } from 'zod';
import { connection } from '../../kernel/api/query.ts';
import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import { keyset } from '../../kernel/database/paging.ts';
import { type ApiKey, apiKeys as keySchema } from './api-key.ts';
import { ApiKeyType } from './api-key.type.ts';

const filter = z
  .object({
    revoked: z.boolean().nullish().meta({ description: '`true`: only revoked keys. `false`: only keys that are not.' }),
  })
  .meta({ id: 'ApiKeyFilter', description: 'Filters API keys.' });

const { secretHash, ...shownColumns } = columnsOf(keySchema, 'k');
const columns = selectList(shownColumns);

connection({
  name: 'apiKeys',
  description: 'The API keys of the account, newest first, with revoked and expired ones. Without their secrets.',
  scope: 'ADMIN',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters API keys. Default: all keys.' }) }),
  type: ApiKeyType,
  problems: [],
  run: ({ input, viewer, database, page }) => {
    const { condition, ending, values } = keyset(page, 'k.created_at', 'k.id');
    const revoked = input.filter?.revoked;
    const which = revoked == null ? '' : `AND k.revoked_at IS ${revoked ? 'NOT NULL' : 'NULL'}`;
    return database.rows<ApiKey>(
      `SELECT ${columns} FROM api_keys k ${database.dialect.useIndex('api_keys_created')}
       WHERE k.account_id = ? ${which} ${condition} ${ending}`,
      [viewer.account.id, ...values],
    );
  },
  keysOf: (key) => [key.createdAt, key.id],
});
