import { z } from 'zod';
import { containedText } from '../../api/inputs.ts';
import { connection } from '../../api/query.ts';
import { listPage } from '../../kernel/database/list.ts';
import { accounts as accountSchema } from './account.ts';
import { AccountType } from './account.type.ts';

const filter = z
  .object({
    name: z.string().max(100).nullish().meta({ description: 'Only accounts with this name.' }),
    text: containedText('accounts', 'whose name or domain contains'),
  })
  .meta({ id: 'AccountFilter', description: 'Filters accounts.' });

connection({
  name: 'accounts',
  description: 'The direct subaccounts of the account, newest first. Subaccounts of subaccounts are not included.',
  scope: 'ADMIN',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters accounts. Default: all subaccounts.' }) }),
  type: AccountType,
  problems: [],
  run: ({ input: { filter }, viewer, database, page }) =>
    listPage(database, page, {
      source: accountSchema,
      where: { parentId: viewer.account.id },
      filter: { name: filter?.name },
      contains: { text: filter?.text, in: ['name', 'domain'] },
      index: 'accounts_created',
    }),
  keysOf: (account) => [account.createdAt, account.id],
});
