import { EntitySchema } from 'typeorm';
import {
  columnsOf,
  instant,
  instantOrNull,
  reference,
  selectList,
  text,
  textOrNull,
} from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { requireRow, rowOf } from '../../kernel/database/single-row.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { invalidInput, Problem } from '../../kernel/problem.ts';
import { newId } from '../../kernel/values/ids.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import { cardRow, type LoyaltyCard } from '../card/card.ts';

export const balanceUnits = ['STAMPS', 'POINTS'] as const;
export type BalanceUnit = (typeof balanceUnits)[number];

/** What users of a card can get: for a full card of stamps by itself, or for points by choice. */
export class LoyaltyReward {
  id!: string;
  accountId!: string;
  cardId!: string;
  name!: string;
  description!: string | null;
  unit!: BalanceUnit;
  /** Points that it costs. A reward for stamps costs as many as the card requires. */
  points!: number | null;
  /** How long an earned one can be used; always unless told. */
  validDays!: number | null;
  createdAt!: Instant;
  /** Since when it can't be earned any more. Those that were earned stay. */
  retiredAt!: Instant | null;
}

export const loyaltyRewards = new EntitySchema<LoyaltyReward>({
  name: 'LoyaltyReward',
  tableName: 'loyalty_rewards',
  target: LoyaltyReward,
  columns: {
    id: { ...text(16), primary: true },
    accountId: text(20),
    cardId: text(16),
    name: text(100),
    description: textOrNull(1000),
    unit: text(10),
    points: { type: 'integer', nullable: true },
    validDays: { type: 'integer', nullable: true },
    createdAt: instant,
    retiredAt: instantOrNull,
  },
  indices: [{ name: 'loyalty_rewards_card', columns: ['cardId', 'createdAt'] }],
  foreignKeys: [reference('loyalty_rewards_card_fk', 'cardId', 'loyalty_cards')],
});

export const rewardColumns = selectList(columnsOf(loyaltyRewards, 'r'));

const rewardRow = rowOf(loyaltyRewards, { missing: 'REWARD_NOT_FOUND' });

/** The account's reward and its card, which is locked: so a card's rewards are changed one after another. */
export async function requireReward(
  connection: Connection,
  accountId: string,
  id: string,
): Promise<{ card: LoyaltyCard; reward: LoyaltyReward }> {
  const { cardId } = await requireRow(connection, rewardRow, { accountId, id });
  const card = await requireRow(connection, cardRow, { accountId, id: cardId }, 'exclusive').catch((error: unknown) => {
    throw error instanceof Problem ? new Problem('REWARD_NOT_FOUND') : error;
  });
  return { card, reward: await requireRow(connection, rewardRow, { accountId, id }) };
}

/** The rewards of a card that can be earned, oldest first. */
export function rewardsOfCard(connection: Connection, cardId: string): Promise<LoyaltyReward[]> {
  return connection.rows<LoyaltyReward>(
    `SELECT ${rewardColumns} FROM loyalty_rewards r WHERE r.card_id = ? AND r.retired_at IS NULL ORDER BY r.created_at, r.id`,
    [cardId],
  );
}

/** Raises what keeps a card, which is locked, from having this reward beside those that it has. */
export function requireRewardAllowed(card: LoyaltyCard, unit: BalanceUnit, present: readonly LoyaltyReward[]): void {
  if (unit === 'POINTS') return;
  if (card.type !== 'STAMP') throw new Problem('NOT_A_STAMP_CARD');
  if (present.some((reward) => reward.unit === 'STAMPS')) throw new Problem('STAMP_REWARD_EXISTS');
}

/** What a caller can decide about a reward: `undefined` leaves it alone, `null` takes it away. */
export interface RewardChanges {
  name?: string | null | undefined;
  description?: string | null | undefined;
  points?: number | null | undefined;
  validDays?: number | null | undefined;
}

/** Applies changes to a reward in memory. A reward for stamps accepts no points. */
export function changeReward(reward: LoyaltyReward, changes: RewardChanges): void {
  if (changes.points && reward.unit !== 'POINTS') throw invalidInput('points', 'belongs to a reward for points only');
  const { name, points, description = reward.description, validDays = reward.validDays } = changes;
  Object.assign(reward, { name: name ?? reward.name, points: points ?? reward.points, description, validDays });
}

/** Retires a reward in memory. `REWARD_ALREADY_RETIRED` when it is retired. */
export function retireReward(reward: LoyaltyReward): void {
  if (reward.retiredAt) throw new Problem('REWARD_ALREADY_RETIRED');
  reward.retiredAt = now();
}

/** The same reward for another card. */
export function rewardFor(card: LoyaltyCard, reward: LoyaltyReward): LoyaltyReward {
  return Object.assign(new LoyaltyReward(), reward, { id: newId('reward'), cardId: card.id, createdAt: now() });
}

/** Removes the rewards of a deleted card. */
export const removeRewards = removeRows('loyalty_rewards', 'card_id');
