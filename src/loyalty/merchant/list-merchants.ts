import { z } from 'zod';
import { connection } from '../../kernel/api/query.ts';
import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import { keyset } from '../../kernel/database/paging.ts';
import { type Merchant, merchants as merchantSchema } from './merchant.ts';
import { MerchantType } from './merchant.type.ts';

const filter = z
  .object({ name: z.string().max(100).nullish().meta({ description: 'Only merchants with this name.' }) })
  .meta({ id: 'MerchantFilter', description: 'Filters merchants.' });

const columns = selectList(columnsOf(merchantSchema, 'm'));

connection({
  name: 'merchants',
  description: 'The merchants of the account, newest first.',
  scope: 'READ',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters merchants. Default: all merchants.' }) }),
  type: MerchantType,
  problems: [],
  run: ({ input, viewer, database, page }) => {
    const { condition, ending, values } = keyset(page, 'm.created_at', 'm.id');
    const name = input.filter?.name;
    const sql = `SELECT ${columns} FROM merchants m WHERE m.account_id = ? ${name == null ? '' : 'AND m.name = ?'} ${condition} ${ending}`;
    return database.rows<Merchant>(sql, [viewer.account.id, ...(name == null ? [] : [name]), ...values]);
  },
  keysOf: (merchant) => [merchant.createdAt, merchant.id],
});
