import { z } from 'zod';
import { connection } from '../../api/query.ts';
import { campaignId } from '../../events/event.inputs.ts';
import { listPage } from '../../kernel/database/list.ts';
import { pushRow } from './push.ts';
import { PushType } from './push.type.ts';

const filter = z
  .object({
    campaign: campaignId.nullish().meta({ description: 'Only messages about this coupon or loyalty card.' }),
  })
  .meta({ id: 'WalletPushFilter', description: 'Filters push messages.' });

connection({
  name: 'pushes',
  description: 'The push messages of the account, newest first.',
  scope: 'READ',
  input: z.object({
    filter: filter.nullish().meta({ description: 'Filters push messages. Default: all push messages.' }),
  }),
  type: PushType,
  problems: [],
  run: ({ input, viewer, database, page }) =>
    listPage(database, page, {
      source: pushRow,
      where: { accountId: viewer.account.id },
      filter: { campaignId: input.filter?.campaign },
      order: ['createdAt', 'number'],
    }),
  keysOf: (push) => [push.createdAt, push.number],
});
