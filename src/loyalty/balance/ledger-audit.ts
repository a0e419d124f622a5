import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import type { Connection, Database } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { entryColumns, type LedgerEntry, type LedgerReason } from '../ledger/ledger.ts';
import { type EarnedReward, findEarnedRewards } from '../reward/earned-reward.ts';
import { loyaltyMemberships, type Membership } from '../user/membership.ts';

const chunk = 500;

export interface Verification {
  users: number;
  entries: number;
  /** What does not agree, by card and user. */
  disagreements: { card: string; user: string; what: string }[];
}

/** Proves that the balances and rewards of all users are what their ledgers say, some hundred users at a time. */
export async function verifyLedgers(database: Database): Promise<Verification> {
  const result: Verification = { users: 0, entries: 0, disagreements: [] };
  for (let after = 0; ; ) {
    // What is read of one user has to be of one moment: nobody may change it in between.
    const { last, ...found } = await database.transaction((transaction) => verifyChunk(transaction, after));
    if (last === undefined) return result;
    after = last;
    result.users += found.users;
    result.entries += found.entries;
    result.disagreements.push(...found.disagreements);
  }
}

async function verifyChunk(
  connection: Connection,
  after: number,
): Promise<Verification & { last?: number | undefined }> {
  const members = await connection.rows<Membership>(
    `SELECT ${selectList(columnsOf(loyaltyMemberships, 'm'))} FROM loyalty_memberships m
     WHERE m.number > ? ORDER BY m.number LIMIT ${chunk} ${connection.dialect.forShare}`,
    [after],
  );
  const numbers = members.map(({ number }) => number);
  const entries = await connection.rows<LedgerEntry>(
    ...bind(`SELECT ${entryColumns} FROM ledger_entries l WHERE l.membership IN (:numbers) ORDER BY l.number`, {
      numbers,
    }),
  );
  const entriesOf = Map.groupBy(entries, ({ membership }) => membership);
  const rewardsOf = await findEarnedRewards(connection, numbers);
  const disagreements = members.flatMap((member) =>
    disagreementsOf(member, entriesOf.get(member.number) ?? [], rewardsOf.get(member.number) ?? []).map((what) => ({
      card: member.cardId,
      user: member.userId,
      what,
    })),
  );
  return { last: numbers.at(-1), users: members.length, entries: entries.length, disagreements };
}

type RewardState = 'absent' | 'unused' | 'used';

/** What an entry does to the reward that it names, and what its reversal does. */
const steps: Partial<Record<LedgerReason, [before: RewardState, after: RewardState]>> = {
  REWARD_EARNED: ['absent', 'unused'],
  REWARD_REDEEMED: ['absent', 'unused'],
  REWARD_USED: ['unused', 'used'],
};

/** Adds up a ledger as a book-keeper would, without the rules by which it was written. */
function disagreementsOf(
  member: Membership,
  entries: readonly LedgerEntry[],
  rewards: readonly EarnedReward[],
): string[] {
  const found: string[] = [];
  const sums = { STAMPS: 0, POINTS: 0 };
  const states = new Map<string, RewardState>();
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  for (const { id, unit, delta, balance, reason, rewardId, reverses } of entries) {
    sums[unit] += delta;
    if (balance !== sums[unit]) found.push(`${id} says ${balance} ${unit}, the sum up to it is ${sums[unit]}`);
    if (balance < 0) found.push(`${id} went below zero`);
    const reversed = byId.get(reverses ?? '');
    if (reason === 'REVERSED' && (reversed?.unit !== unit || reversed.delta + delta !== 0))
      found.push(`${id} does not compensate ${reverses}`);
    if (rewardId === null) continue;
    const [before, after] = (reversed ? steps[reversed.reason]?.toReversed() : steps[reason]) ?? [];
    if ((states.get(rewardId) ?? 'absent') !== before) found.push(`${id} comes at the wrong time for ${rewardId}`);
    states.set(rewardId, after ?? 'absent');
  }
  if (member.stamps !== sums.STAMPS) found.push(`${member.stamps} stamps, the sum is ${sums.STAMPS}`);
  if (member.points !== sums.POINTS) found.push(`${member.points} points, the sum is ${sums.POINTS}`);
  for (const { id, usedAt } of rewards) {
    const state = states.get(id) ?? 'absent';
    if (state !== (usedAt ? 'used' : 'unused')) found.push(`${id} is ${state} by the ledger`);
    states.delete(id);
  }
  for (const [id, state] of states) if (state !== 'absent') found.push(`${id} is ${state} by the ledger alone`);
  return found;
}
