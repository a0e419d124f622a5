import { applyChanges, column, reference, type Stored, table } from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { findRows, lockRow, requireRow, rowOf } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { invalidInput, Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';
import { cardRow, type LoyaltyCard } from '../card/card.ts';

export const balanceUnits = ['STAMPS', 'POINTS'] as const;
export type BalanceUnit = (typeof balanceUnits)[number];

/**
 * A reward of a card. The card earns a stamp reward automatically: when it is full, or when it reaches a milestone. Users
 * redeem points for point rewards.
 */
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
    /** The cost in points. Null for a stamp reward. */
    points: column.integerOrNull,
    /** The milestone: fewer stamps than fill the card. Null for a point reward, and for the reward of the full card. */
    stamps: column.integerOrNull,
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

/** Like `rewardsOfCard`, but simultaneous calls share a statement. */
export const findOfferedRewards = batched<string, LoyaltyReward[]>(async (database, ids) => {
  const rows = await findRows(
    database,
    loyaltyRewards,
    { cardId: ids, retiredAt: null },
    { order: { createdAt: 'ASC', id: 'ASC' } },
  );
  return ids.map((id) => rows.filter(({ cardId }) => cardId === id));
});

/**
 * Returns the milestone of a reward at this number of stamps, or null for the reward of the full card. Throws
 * `INVALID_INPUT` if the card would be full before that.
 */
export function milestoneAt(card: LoyaltyCard, stamps: number | null | undefined): number | null {
  if (stamps == null || stamps === card.stampsRequired) return null;
  if (card.stampsRequired !== null && stamps > card.stampsRequired)
    throw invalidInput('stamps', `exceeds the ${card.stampsRequired} stamps that fill the card`);
  return stamps;
}

/** Checks that the card can have this reward alongside its others. The caller must have locked the card. */
export function requireRewardAllowed(
  card: LoyaltyCard,
  { id, unit, stamps }: Pick<LoyaltyReward, 'id' | 'unit' | 'stamps'>,
  present: readonly LoyaltyReward[],
): void {
  if (unit === 'POINTS') return;
  if (card.type !== 'STAMP') throw new Problem('NOT_A_STAMP_CARD');
  if (present.some((other) => other.id !== id && other.unit === 'STAMPS' && other.stamps === stamps))
    throw new Problem('STAMP_REWARD_EXISTS');
}

/** Returns the next reward that the card earns for stamps, and how many stamps are missing. */
export function nextStampReward(
  { stampsRequired }: Pick<LoyaltyCard, 'stampsRequired'>,
  collected: number,
  rewards: readonly LoyaltyReward[],
): { name: string; stamps: number; missing: number } | null {
  const [next] = stampRewards(stampsRequired, rewards).filter(({ stamps }) => stamps > collected);
  return next ? { ...next, missing: next.stamps - collected } : null;
}

/** Returns the rewards for stamps in the order in which a card earns them. */
export function stampRewards(
  stampsRequired: number | null,
  rewards: readonly LoyaltyReward[],
): { name: string; stamps: number }[] {
  return rewards
    .filter(({ unit }) => unit === 'STAMPS')
    .map(({ name, stamps }) => ({ name, stamps: stamps ?? stampsRequired ?? 0 }))
    .sort((one, other) => one.stamps - other.stamps);
}

/** Checks that all milestones stay below the new number of stamps that fill the card. */
export function requireMilestonesBelow(stampsRequired: number, rewards: readonly LoyaltyReward[]): void {
  const highest = Math.max(0, ...rewards.map(({ stamps }) => stamps ?? 0));
  if (highest < stampsRequired) return;
  throw invalidInput('stampsRequired', `must exceed the ${highest} stamps at which the card earns a reward`);
}

type RewardChanges = Partial<Record<'name' | 'description', string | null | undefined>> &
  Partial<Record<'points' | 'stamps' | 'validDays', number | null | undefined>>;

/** Applies changes in memory. Throws `INVALID_INPUT` if they set points on a stamp reward, or stamps on a point reward. */
export function changeReward(card: LoyaltyCard, reward: LoyaltyReward, changes: RewardChanges): void {
  if (changes.points && reward.unit !== 'POINTS') throw invalidInput('points', 'is allowed only for a point reward');
  if (changes.stamps && reward.unit !== 'STAMPS') throw invalidInput('stamps', 'is allowed only for a stamp reward');
  const { name, points, description, validDays } = changes;
  applyChanges(loyaltyRewards, reward, { name, points: points ?? undefined, description, validDays });
  if (changes.stamps != null) reward.stamps = milestoneAt(card, changes.stamps);
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
