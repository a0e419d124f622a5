import { z } from 'zod';
import { containedText } from '../../api/inputs.ts';
import { connection } from '../../api/query.ts';
import { listPage } from '../../kernel/database/list.ts';
import { merchants as merchantSchema } from './merchant.ts';
import { MerchantType } from './merchant.type.ts';

const filter = z
  .object({
    name: z.string().max(100).nullish().meta({ description: 'Only merchants with this name.' }),
    text: containedText('merchants', 'whose name, address, postal code or city contains'),
  })
  .meta({ id: 'MerchantFilter', description: 'Filters merchants.' });

connection({
  name: 'merchants',
  description: 'The merchants of the account, newest first.',
  scope: 'READ',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters merchants. Default: all merchants.' }) }),
  type: MerchantType,
  problems: [],
  run: ({ input: { filter }, viewer, database, page }) =>
    listPage(database, page, {
      source: merchantSchema,
      where: { accountId: viewer.account.id },
      filter: { name: filter?.name },
      contains: { text: filter?.text, in: ['name', 'address', 'zip', 'city'] },
    }),
  keysOf: (merchant) => [merchant.createdAt, merchant.id],
});
