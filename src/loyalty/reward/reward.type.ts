import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { bind } from '../../kernel/database/statement.ts';
import { findCard, LoyaltyCardType } from '../card/card.type.ts';
import { balanceUnit } from './reward.inputs.ts';
import { type LoyaltyReward, rewardColumns } from './reward.ts';

export const LoyaltyRewardType = builder.objectType(builder.objectRef<LoyaltyReward>('LoyaltyReward'), {
  description: 'What users of a loyalty card can get: for a full card of stamps by itself, or for points by choice.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`rew_` and 12 characters.' }),
    cardId: t.exposeID('cardId', { description: 'The loyalty card.' }),
    name: t.exposeString('name', { description: 'What it is called.' }),
    description: t.exposeString('description', { nullable: true, description: 'What customers read about it.' }),
    unit: t.expose('unit', { type: enumTypeOf(balanceUnit), description: 'What it costs: stamps or points.' }),
    cost: t.int({
      nullable: true,
      description: 'How many stamps or points it costs. A reward for stamps costs as many as the card requires.',
      resolve: async ({ points, cardId }, _, { services }) =>
        points ?? (await findCard(services.database, cardId)).stampsRequired,
    }),
    validDays: t.exposeInt('validDays', {
      nullable: true,
      description: 'How many days of 24 hours an earned one can be used; always without.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    retiredAt: t.expose('retiredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when it can no longer be earned.',
    }),
  }),
});

builder.objectField(LoyaltyCardType, 'rewards', (t) =>
  t.field({
    type: [LoyaltyRewardType],
    description: 'What can be earned on it, oldest first. Retired rewards are left out.',
    resolve: ({ id }, _, { services }) => findRewards(services.database, id),
  }),
);

const findRewards = shared<string, LoyaltyReward[]>(async (database, ids) => {
  const rows = await database.rows<LoyaltyReward>(
    ...bind(
      `SELECT ${rewardColumns} FROM loyalty_rewards r
       WHERE r.card_id IN (:ids) AND r.retired_at IS NULL ORDER BY r.created_at, r.id`,
      { ids },
    ),
  );
  return ids.map((id) => rows.filter(({ cardId }) => cardId === id));
});
