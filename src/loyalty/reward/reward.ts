import { applyChanges, column, reference, type Stored, table } from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { findRows, lockRow, requireRow, rowOf } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { invalidInput, Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';
import { cardRow, type LoyaltyCard } from '../card/card.ts';

export const balanceUnits = ['STAMPS', 'POINTS'] as const;
export type BalanceUnit = (typeof balanceUnits)[number];

/** A reward of a card. A full card earns a stamp reward automatically. Users redeem points for point rewards. */
export type LoyaltyReward = Stored<typeof loyaltyRewards>;

export const loyaltyRewards = table({
  name: 'LoyaltyReward',
  tableName: 'loyalty_rewards',
  columns: {
    id: column.key(column.text(16)),
    accountId: column.text(20),
    cardId: column.text(16),
    name: column.text(100),
    description: column.textOrNull(1000),
    unit: column.text<BalanceUnit>(10),
    /** The cost in points. Null for a stamp reward, which costs the stamps that the card requires. */
    points: column.integerOrNull,
    /** For how many days users can use the reward. Null for no limit. */
    validDays: column.integerOrNull,
    createdAt: column.instant,
    /** When the reward was retired. Users can no longer earn or redeem it, but keep those that they have. */
    retiredAt: column.instantOrNull,
  },
  indices: [{ name: 'loyalty_rewards_card', columns: ['cardId', 'createdAt'] }],
  foreignKeys: [reference('loyalty_rewards_card_fk', 'cardId', 'loyalty_cards')],
});

export const rewardRow = rowOf(loyaltyRewards, { missing: 'REWARD_NOT_FOUND' });

/** Returns a reward with its card. Locks the card, so that changes to its rewards run one after another. */
export async function requireReward(
  connection: Connection,
  accountId: string,
  id: string,
): Promise<{ card: LoyaltyCard; reward: LoyaltyReward }> {
  const { cardId } = await requireRow(connection, rewardRow, { accountId, id });
  const card = await lockRow(connection, cardRow, { accountId, id: cardId }).catch((error: unknown) => {
    throw error instanceof Problem ? new Problem('REWARD_NOT_FOUND') : error;
  });
  return { card, reward: await requireRow(connection, rewardRow, { accountId, id }) };
}

/** Returns the rewards of a card, oldest first, without retired ones. */
export function rewardsOfCard(connection: Connection, cardId: string): Promise<LoyaltyReward[]> {
  return findRows(connection, loyaltyRewards, { cardId, retiredAt: null }, { order: { createdAt: 'ASC', id: 'ASC' } });
}

/** Checks that the card can have another reward of this unit. The caller must have locked the card. */
export function requireRewardAllowed(card: LoyaltyCard, unit: BalanceUnit, present: readonly LoyaltyReward[]): void {
  if (unit === 'POINTS') return;
  if (card.type !== 'STAMP') throw new Problem('NOT_A_STAMP_CARD');
  if (present.some((reward) => reward.unit === 'STAMPS')) throw new Problem('STAMP_REWARD_EXISTS');
}

type RewardChanges = Partial<Record<'name' | 'description', string | null | undefined>> &
  Partial<Record<'points' | 'validDays', number | null | undefined>>;

/** Applies changes in memory. Throws `INVALID_INPUT` if they set a cost in points on a stamp reward. */
export function changeReward(reward: LoyaltyReward, changes: RewardChanges): void {
  if (changes.points && reward.unit !== 'POINTS') throw invalidInput('points', 'is allowed only for a point reward');
  const { name, points, description, validDays } = changes;
  applyChanges(loyaltyRewards, reward, { name, points: points ?? undefined, description, validDays });
}

/** Retires a reward. Throws `REWARD_ALREADY_RETIRED`. */
export function retireReward(reward: LoyaltyReward): void {
  if (reward.retiredAt) throw new Problem('REWARD_ALREADY_RETIRED');
  reward.retiredAt = now();
}

/** Returns rewards whose ids ascend in this order: rewards created at the same time are listed by id. */
export function rewardsFor(
  card: LoyaltyCard,
  rewards: readonly Omit<LoyaltyReward, 'id' | 'cardId' | 'createdAt'>[],
): LoyaltyReward[] {
  const ids = rewards.map(() => newId('reward')).sort();
  const createdAt = now();
  return rewards.map((reward, index) => ({ ...reward, id: ids[index] ?? '', cardId: card.id, createdAt }));
}

export const removeRewards = removeRows('loyalty_rewards', 'card_id');
