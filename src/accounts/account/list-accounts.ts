import { z } from 'zod';
import { containedText } from '../../kernel/api/inputs.ts';
import { connection } from '../../kernel/api/query.ts';
import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import { keyset, searched } from '../../kernel/database/paging.ts';
import { type Account, accounts as accountSchema } from './account.ts';
import { AccountType } from './account.type.ts';

const filter = z
  .object({
    name: z.string().max(100).nullish().meta({ description: 'Only accounts with this name.' }),
    text: containedText('accounts', 'whose name or domain contains'),
  })
  .meta({ id: 'AccountFilter', description: 'Filters accounts.' });

const columns = selectList(columnsOf(accountSchema, 'a'));

connection({
  name: 'accounts',
  description: 'The subaccounts of the account, newest first, without the subaccounts of these.',
  scope: 'ADMIN',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters accounts. Default: all subaccounts.' }) }),
  type: AccountType,
  problems: [],
  run: ({ input, viewer, database, page }) => {
    const { condition, ending, values } = keyset(page, 'a.created_at', 'a.id');
    const { name, text } = input.filter ?? {};
    const found = searched(database, text, 'a.name', 'a.domain');
    return database.rows<Account>(
      `SELECT ${columns} FROM accounts a ${database.dialect.useIndex('accounts_created')}
       WHERE a.parent_id = ? ${name == null ? '' : 'AND a.name = ?'} ${found.condition} ${condition} ${ending}`,
      [viewer.account.id, ...(name == null ? [] : [name]), ...found.values, ...values],
    );
  },
  keysOf: (account) => [account.createdAt, account.id],
});
