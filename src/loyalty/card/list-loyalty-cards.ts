import { z } from 'zod';
import { containedText } from '../../kernel/api/inputs.ts';
import { connection } from '../../kernel/api/query.ts';
import { selectList } from '../../kernel/database/columns.ts';
import { keyset, searched } from '../../kernel/database/paging.ts';
import { cardColumns, type LoyaltyCard } from './card.ts';
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
  run: ({ input, viewer, database, page }) => {
    const { condition, ending, values } = keyset(page, 'c.created_at', 'c.id');
    const { active, text } = input.filter ?? {};
    const named = searched(database, text, 'c.name');
    const use = active == null ? '' : `AND c.deactivated_at IS ${active ? '' : 'NOT'} NULL`;
    return database.rows<LoyaltyCard>(
      `SELECT ${selectList(cardColumns)} FROM loyalty_cards c
       WHERE c.account_id = ? AND c.deleted_at IS NULL ${use} ${named.condition} ${condition} ${ending}`,
      [viewer.account.id, ...named.values, ...values],
    );
  },
  keysOf: (card) => [card.createdAt, card.id],
});
