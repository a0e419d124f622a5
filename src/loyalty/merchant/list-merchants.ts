import { z } from 'zod';
import { containedText } from '../../kernel/api/inputs.ts';
import { connection } from '../../kernel/api/query.ts';
import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import { keyset, searched } from '../../kernel/database/paging.ts';
import { type Merchant, merchants as merchantSchema } from './merchant.ts';
import { MerchantType } from './merchant.type.ts';

const filter = z
  .object({
    name: z.string().max(100).nullish().meta({ description: 'Only merchants with this name.' }),
    text: containedText('merchants', 'whose name, address, postal code or city contains'),
  })
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
    const { name, text } = input.filter ?? {};
    const found = searched(database, text, 'm.name', 'm.address', 'm.zip', 'm.city');
    const sql = `SELECT ${columns} FROM merchants m WHERE m.account_id = ? ${name == null ? '' : 'AND m.name = ?'} ${found.condition} ${condition} ${ending}`;
    return database.rows<Merchant>(sql, [
      viewer.account.id,
      ...(name == null ? [] : [name]),
      ...found.values,
      ...values,
    ]);
  },
  keysOf: (merchant) => [merchant.createdAt, merchant.id],
});
