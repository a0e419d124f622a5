import { mutation } from '../../api/mutation.ts';
import { lockRow, updateRows } from '../../kernel/database/rows.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { cardIdOnly } from './card.inputs.ts';
import { cardRow, loyaltyCards, recordCard } from './card.ts';
import { LoyaltyCardType } from './card.type.ts';
import { purgeLoyaltyCard } from './card-removal.ts';

mutation({
  name: 'deleteLoyaltyCard',
  description:
    'Deletes a loyalty card and its users. A card with users must be deactivated first. They disappear for all callers at once; a job removes them from the database, together with persons who have no other card.',
  scope: 'WRITE',
  input: cardIdOnly,
  type: LoyaltyCardType,
  problems: ['LOYALTY_CARD_NOT_FOUND', 'LOYALTY_CARD_HAS_USERS'],
  run: async ({ input, viewer, transaction }) => {
    const card = await lockRow(transaction, cardRow, { accountId: viewer.account.id, id: input.id });
    const users = await transaction.rows('SELECT 1 FROM loyalty_memberships m WHERE m.card_id = ? LIMIT 1', [card.id]);
    if (users.length > 0 && !card.deactivatedAt) throw new Problem('LOYALTY_CARD_HAS_USERS');
    card.deletedAt = now();
    await updateRows(transaction, loyaltyCards, { id: card.id }, card);
    await later(transaction, purgeLoyaltyCard, { card: card.id });
    await recordCard(transaction, card, 'loyalty_card_removed', viewer.keyId);
    return card;
  },
});
