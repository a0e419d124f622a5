import {
  column,
  columnsOf,
  instantsOf,
  reference,
  type Stored,
  selectList,
  table,
} from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { deleteRows } from '../../kernel/database/rows.ts';
import type { Instant } from '../../kernel/values/instant.ts';

/** A reward that a user has earned, or received for points. It can be used once. */
export interface EarnedReward extends StoredReward {
  name: string;
}

type StoredReward = Stored<typeof earnedRewards>;

export const earnedRewards = table({
  name: 'EarnedReward',
  tableName: 'earned_rewards',
  columns: {
    id: column.key(column.text(20)),
    member: column.bigNumber,
    rewardId: column.text(16),
    earnedAt: column.instant,
    expiresAt: column.instantOrNull,
    usedAt: column.instantOrNull,
    /** When the earning was reversed. A withdrawn reward counts as if it had never been earned. */
    withdrawnAt: column.instantOrNull,
    /** The stamps at which the card earned the reward. Null if the reward was paid for with points or a full card. */
    milestone: column.integerOrNull,
    /** How many cards the user had filled before. Null unless there is a milestone. */
    filledCards: column.integerOrNull,
  },
  indices: [
    { name: 'earned_rewards_member', columns: ['member', 'earnedAt'] },
    { name: 'earned_rewards_reward', columns: ['rewardId'] },
  ],
  foreignKeys: [
    {
      ...reference('earned_rewards_member_fk', 'member', 'loyalty_members'),
      referencedColumnNames: ['number'],
    },
    reference('earned_rewards_reward_fk', 'rewardId', 'loyalty_rewards'),
  ],
});

const fromRewards = `SELECT ${selectList({ ...columnsOf(earnedRewards, 'e'), name: 'r.name' }, instantsOf(earnedRewards))}
  FROM earned_rewards e JOIN loyalty_rewards r ON r.id = e.reward_id`;

const statement = `${fromRewards}
  WHERE e.member IN (:numbers) AND e.withdrawn_at IS NULL ORDER BY e.earned_at, e.id`;

/** Returns the rewards that have not been withdrawn, by member number, oldest first. */
export async function findEarnedRewards(
  connection: Connection,
  members: readonly number[],
): Promise<Map<number, EarnedReward[]>> {
  if (members.length === 0) return new Map();
  const rows = await connection.rows<EarnedReward>(statement, { numbers: members });
  return Map.groupBy(rows, ({ member }) => member);
}

export function findRewardsById(
  connection: Connection,
  accountId: string,
  ids: readonly string[],
): Promise<EarnedReward[]> {
  return connection.rows<EarnedReward>(
    `${fromRewards} JOIN loyalty_members m ON m.number = e.member JOIN loyalty_cards c ON c.id = m.card_id
       WHERE e.id IN (:ids) AND e.withdrawn_at IS NULL AND m.account_id = :accountId AND c.deleted_at IS NULL`,
    { ids, accountId },
  );
}

export function isUsable({ usedAt, expiresAt }: EarnedReward, at: Instant): boolean {
  return usedAt === null && (expiresAt === null || expiresAt > at);
}

export async function removeEarnedRewards(transaction: Transaction, members: readonly number[]): Promise<void> {
  await deleteRows(transaction, earnedRewards, { member: members });
}
