import { z } from 'zod';
import { connection } from '../../api/query.ts';
import { listPage } from '../../kernel/database/list.ts';
import { tills as tillSchema } from './till.ts';
import { TillType } from './till.type.ts';

const filter = z
  .object({
    revoked: z
      .boolean()
      .nullish()
      .meta({ description: '`true`: only revoked tills. `false`: only tills that are not.' }),
  })
  .meta({ id: 'TillFilter', description: 'Filters tills.' });

connection({
  name: 'tills',
  description: 'The tills of the account, newest first, with revoked ones.',
  scope: 'ADMIN',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters tills. Default: all tills.' }) }),
  type: TillType,
  problems: [],
  run: ({ input, viewer, database, page }) =>
    listPage(database, page, {
      source: tillSchema,
      where: { accountId: viewer.account.id },
      present: { revokedAt: input.filter?.revoked },
      index: 'tills_account',
    }),
  keysOf: (till) => [till.createdAt, till.id],
});
