import { z } from 'zod';
import { connection } from '../../kernel/api/query.ts';
import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import { keyset } from '../../kernel/database/paging.ts';
import { type Till, tills as tillSchema } from './till.ts';
import { TillType } from './till.type.ts';

const filter = z
  .object({
    revoked: z
      .boolean()
      .nullish()
      .meta({ description: '`true`: only revoked tills. `false`: only tills that are not.' }),
  })
  .meta({ id: 'TillFilter', description: 'Filters tills.' });

const columns = selectList(columnsOf(tillSchema, 't'));

connection({
  name: 'tills',
  description: 'The tills of the account, newest first, with revoked ones.',
  scope: 'ADMIN',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters tills. Default: all tills.' }) }),
  type: TillType,
  problems: [],
  run: ({ input, viewer, database, page }) => {
    const { condition, ending, values } = keyset(page, 't.created_at', 't.id');
    const revoked = input.filter?.revoked;
    const which = revoked == null ? '' : `AND t.revoked_at IS ${revoked ? 'NOT NULL' : 'NULL'}`;
    return database.rows<Till>(
      `SELECT ${columns} FROM tills t ${database.dialect.useIndex('tills_account')}
       WHERE t.account_id = ? ${which} ${condition} ${ending}`,
      [viewer.account.id, ...values],
    );
  },
  keysOf: (till) => [till.createdAt, till.id],
});
