import { z } from 'zod';
import { containedText, filterInput, flag } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { connection, query } from '../../api/query.ts';
import { listPage } from '../../kernel/database/list.ts';
import { insertRow, insertRows, lockRow, requireRow, shareRow, updateRows } from '../../kernel/database/rows.ts';
import { enqueue } from '../../kernel/jobs/job-queue.ts';
import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { loyaltyRewards, requireMilestonesBelow, rewardsFor, rewardsOfCard } from '../reward/reward.ts';
import { cardIdOnly, cardInputs, cardMedium, cardName, cardType, loyaltyCardId } from './card.inputs.ts';
import {
  blankCard,
  cardRow,
  loyaltyCards as cardTable,
  cardTexts,
  changeCard,
  copyOf,
  purgeLoyaltyCard,
  recordCard,
} from './card.ts';
import { LoyaltyCardType } from './card.type.ts';

export const loyaltyCard = query({
  name: 'loyaltyCard',
  description: 'A loyalty card of the account.',
  scope: 'READ',
  input: cardIdOnly,
  type: LoyaltyCardType,
  problems: ['LOYALTY_CARD_NOT_FOUND'],
  run: ({ input, viewer, database }) => requireRow(database, cardRow, { accountId: viewer.account.id, id: input.id }),
});

const filter = filterInput('LoyaltyCardFilter', 'Filters loyalty cards.', 'all loyalty cards', {
  active: flag('`true`: only cards that are in use. `false`: only cards that are not in use.'),
  text: containedText('cards', 'whose name contains'),
});

export const loyaltyCards = connection({
  name: 'loyaltyCards',
  description: 'The loyalty cards of the account, newest first.',
  scope: 'READ',
  input: z.object({
    filter,
  }),
  type: LoyaltyCardType,
  run: ({ input: { filter }, viewer, database, page }) =>
    listPage(database, page, {
      source: cardTexts.brief,
      where: { accountId: viewer.account.id },
      present: { deactivatedAt: filter?.active == null ? null : !filter.active },
      contains: { text: filter?.text, in: ['name'] },
    }),
  keysOf: (card) => [card.createdAt, card.id],
});

export const createLoyaltyCard = mutation({
  name: 'createLoyaltyCard',
  description: 'Creates a loyalty card. Add rewards with `createReward`.',
  scope: 'WRITE',
  input: z
    .object({
      ...cardInputs,
      type: cardType.meta({ description: 'The type of the card. It cannot be changed later.' }),
      medium: cardMedium
        .default('WEB')
        .meta({ description: 'Where customers keep the card. It cannot be changed later.' }),
      active: z.boolean().default(true).meta({
        description:
          'Whether the card is in use. Customers do not see an inactive card. A card with users must be inactive before it can be deleted.',
      }),
    })
    .superRefine(({ type, stampsRequired }, context) => {
      if ((type === 'STAMP') === (stampsRequired != null)) return;
      context.addIssue({
        code: 'custom',
        path: ['stampsRequired'],
        ...(type === 'STAMP'
          ? { message: 'is required for a stamp card', params: { missing: true } }
          : { message: 'is allowed only for a stamp card' }),
      });
    }),
  type: LoyaltyCardType,
  run: async ({ input, viewer, transaction }) => {
    const card = blankCard(viewer.account, input.type, input.medium);
    changeCard(card, input);
    await insertRow(transaction, cardTable, card);
    await recordCard(transaction, card, 'loyalty_card_created', viewer.keyId);
    return card;
  },
});

mutation({
  name: 'updateLoyaltyCard',
  description:
    'Updates a loyalty card. Omitted fields keep their values; `null` clears a field, but leaves `name`, `stampsRequired`, `pointsRounding` and `active` unchanged. A new number of required stamps must exceed all milestones of the card. It applies the next time a user receives stamps.',
  scope: 'WRITE',
  input: z.object({
    id: loyaltyCardId,
    ...cardInputs,
    name: cardName.nullish(),
    active: flag(
      'Whether the card is in use. Customers do not see an inactive card. A card with users must be inactive before it can be deleted.',
    ),
  }),
  type: LoyaltyCardType,
  problems: ['LOYALTY_CARD_NOT_FOUND', 'NOT_A_STAMP_CARD'],
  run: async ({ input, viewer, transaction }) => {
    const card = await lockRow(transaction, cardRow, { accountId: viewer.account.id, id: input.id });
    changeCard(card, input);
    if (input.stampsRequired) requireMilestonesBelow(input.stampsRequired, await rewardsOfCard(transaction, card.id));
    await updateRows(transaction, cardTable, { id: card.id }, card);
    await recordCard(transaction, card, 'loyalty_card_updated', viewer.keyId);
    return card;
  },
});

export const copyLoyaltyCard = mutation({
  name: 'copyLoyaltyCard',
  description: 'Copies a loyalty card with its settings and rewards, but without its users and its wallet design.',
  scope: 'WRITE',
  input: z.object({
    id: loyaltyCardId,
    name: cardName
      .nullish()
      .meta({ description: 'Name of the new card, 1 to 50 characters. Default: the name of the copied card.' }),
  }),
  type: LoyaltyCardType,
  problems: ['LOYALTY_CARD_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const card = await shareRow(transaction, cardRow, { accountId: viewer.account.id, id: input.id });
    const copy = copyOf(card, input.name);
    await insertRow(transaction, cardTable, copy);
    const rewards = await rewardsOfCard(transaction, card.id);
    await insertRows(transaction, loyaltyRewards, rewardsFor(copy, rewards));
    await recordCard(transaction, copy, 'loyalty_card_copied', viewer.keyId);
    return copy;
  },
});

mutation({
  name: 'deleteLoyaltyCard',
  description:
    'Deletes a loyalty card and its users. A card with users must be deactivated first. The card and its users are hidden from all callers immediately. A job then removes them from the database, together with people who have no other card.',
  scope: 'WRITE',
  input: cardIdOnly,
  type: LoyaltyCardType,
  problems: ['LOYALTY_CARD_NOT_FOUND', 'LOYALTY_CARD_HAS_USERS'],
  run: async ({ input, viewer, transaction }) => {
    const card = await lockRow(transaction, cardRow, { accountId: viewer.account.id, id: input.id });
    const users = await transaction.rows('SELECT 1 FROM loyalty_members m WHERE m.card_id = ? LIMIT 1', [card.id]);
    if (users.length > 0 && !card.deactivatedAt) throw new Problem('LOYALTY_CARD_HAS_USERS');
    card.deletedAt = now();
    await updateRows(transaction, cardTable, { id: card.id }, card);
    await enqueue(transaction, purgeLoyaltyCard, { card: card.id });
    await recordCard(transaction, card, 'loyalty_card_removed', viewer.keyId);
    return card;
  },
});
