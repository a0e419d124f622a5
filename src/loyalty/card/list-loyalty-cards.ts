import { z } from 'zod';
import { containedText } from '../../api/inputs.ts';
import { connection } from '../../api/query.ts';
import { listPage } from '../../kernel/database/list.ts';
import { cardRow } from './card.ts';
import { LoyaltyCardType } from './card.type.ts';

const filter = z
  .object({
    active: z
      .boolean()
      .nullish()
      .meta({ description: '`true`: only cards that are in use. `false`: only cards that are not.' }),
    text: containedText('cards', 'whose name contains'),
  })
  .meta({ id: 'LoyaltyCardFilter', description: 'Filters loyalty cards.' });

export const loyaltyCards = connection({
  name: 'loyaltyCards',
  description: 'The loyalty cards of the account, newest first.',
  scope: 'READ',
  input: z.object({
    filter: filter.nullish().meta({ description: 'Filters loyalty cards. Default: all loyalty cards.' }),
  }),
  type: LoyaltyCardType,
  problems: [],
  run: ({ input: { filter }, viewer, database, page }) =>
    listPage(database, page, {
      source: cardRow,
      where: { accountId: viewer.account.id },
      present: { deactivatedAt: filter?.active == null ? null : !filter.active },
      contains: { text: filter?.text, in: ['name'] },
    }),
  keysOf: (card) => [card.createdAt, card.id],
});
