import type { Transaction } from '../../kernel/database/database.ts';
import { insertRows, plus, updateRows } from '../../kernel/database/rows.ts';
import type { Value } from '../../kernel/database/statement.ts';
import { type EventType, recordEach } from '../../kernel/event-log/event.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { completionTypeOf, eventKindOf, type LoyaltyKind } from '../card/card.ts';
import { type LedgerReason, lotChangesOf } from '../ledger/ledger.ts';
import { type PointLot, writeLots } from '../ledger/point-lot.ts';
import { type EarnedReward, earnedRewards } from '../reward/earned-reward.ts';
import { loyaltyMembers, type UserWithRewards } from '../user/loyalty-member.ts';
import type { BalanceUser, Granted } from './balance-context.ts';

export async function writeChanges(
  transaction: Transaction,
  at: Instant,
  before: ReadonlyMap<string, UserWithRewards>,
  granted: readonly Granted[],
): Promise<void> {
  const after = new Map(granted.map(({ user }) => [user.id, user]));
  await writeBalances(transaction, before, [...after.values()]);
  await writeRewards(transaction, at, after, granted);
  await insertEntries(transaction, at, granted);
  await writeLots(transaction, lotsAfter(after, granted));
  await recordEach(transaction, granted.flatMap(eventsOf));
}

const balances = ['stamps', 'points', 'filledCards'] as const;

/** Updates the users. Usually all balances change by the same amounts, and one statement is enough. */
async function writeBalances(
  transaction: Transaction,
  before: ReadonlyMap<string, UserWithRewards>,
  users: readonly UserWithRewards[],
): Promise<void> {
  const byAmounts = Map.groupBy(users, (user) => {
    const old = before.get(user.id);
    return balances.map((name) => user[name] - (old?.[name] ?? 0)).join(' ');
  });
  for (const [amounts, same] of byAmounts) {
    const differences = amounts.split(' ').map(Number);
    if (differences.every((difference) => difference === 0)) continue;
    const numbers = same.map(({ number }) => number);
    const changes = Object.fromEntries(balances.map((name, index) => [name, plus(differences[index] ?? 0)]));
    await updateRows(transaction, loyaltyMembers, { number: numbers }, changes);
  }
}

/** Returns the lots that the entries change, as they are after all of them. */
function lotsAfter(after: ReadonlyMap<string, BalanceUser>, granted: readonly Granted[]): PointLot[] {
  const touched = new Map<string, PointLot>();
  for (const { call, user, entries } of granted) {
    for (const [entryId, expiresAt] of entries.flatMap(lotChangesOf)) {
      const left = after.get(call.user)?.lots.find((lot) => lot.entryId === entryId);
      touched.set(entryId, left ?? { entryId, member: user.number, expiresAt, remaining: 0 });
    }
  }
  return [...touched.values()];
}

async function writeRewards(
  transaction: Transaction,
  at: Instant,
  after: ReadonlyMap<string, UserWithRewards>,
  granted: readonly Granted[],
): Promise<void> {
  const touched = granted.flatMap(({ call, entries }) =>
    entries.flatMap(({ reason, rewardId: id }) => {
      if (!id) return [];
      const reward = after.get(call.user)?.rewards.find((held) => held.id === id);
      return [{ id, reward, isNew: reason === 'REWARD_EARNED' || reason === 'REWARD_REDEEMED' }];
    }),
  );
  await insertRows(
    transaction,
    earnedRewards,
    touched.flatMap(({ isNew, reward }) => (isNew && reward ? stored(reward) : [])),
  );
  const old = touched.filter(({ isNew }) => !isNew);
  const idsOf = (meets: (reward: EarnedReward | undefined) => boolean) =>
    old.filter(({ reward }) => meets(reward)).map(({ id }) => id);
  await update(
    transaction,
    'used_at',
    at,
    idsOf((reward) => Boolean(reward?.usedAt)),
  );
  await update(
    transaction,
    'used_at',
    null,
    idsOf((reward) => reward?.usedAt === null),
  );
  await update(
    transaction,
    'withdrawn_at',
    at,
    idsOf((reward) => !reward),
  );
}

function stored({ name: _, ...reward }: EarnedReward): Omit<EarnedReward, 'name'> {
  return reward;
}

async function update(transaction: Transaction, column: string, value: Value, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction.change(`UPDATE earned_rewards SET ${column} = :value WHERE id IN (:ids)`, { value, ids });
}

const entryColumns = ['id', 'member', 'unit', 'delta', 'balance', 'reason', 'reward_id', 'reverses', 'location_id'];
const longColumns = ['lots'];

/** Inserts the entries as one JSON parameter, in the order in which they took effect. */
async function insertEntries(transaction: Transaction, at: Instant, granted: readonly Granted[]): Promise<void> {
  const rows = granted.flatMap(({ call, user, entries }) =>
    entries.map((entry) => [
      entry.id,
      user.number,
      entry.unit,
      entry.delta,
      entry.balance,
      entry.reason,
      entry.rewardId,
      entry.reverses,
      call.location ?? null,
      entry.lots,
    ]),
  );
  const [first] = granted;
  const columns = [...entryColumns, ...longColumns];
  if (!first || rows.length === 0) return;
  await transaction.change(
    `INSERT INTO ledger_entries (${columns}, key_id, created_at)
       SELECT ${columns.map((column) => `r.${column}`)}, :keyId, :at
       FROM ${transaction.dialect.jsonRows(':rows', entryColumns, longColumns)} AS r ORDER BY r.ordinal`,
    { rows: JSON.stringify(rows), keyId: first.call.keyId, at },
  );
}

const eventTypes: Record<LedgerReason, EventType<LoyaltyKind>> = {
  STAMPS_ADDED: 'loyalty_stamps_added',
  STAMPS_REMOVED: 'loyalty_stamps_removed',
  POINTS_ADDED: 'loyalty_points_added',
  POINTS_REMOVED: 'loyalty_points_removed',
  POINTS_EXPIRED: 'loyalty_points_expired',
  REWARD_EARNED: 'loyalty_reward_earned',
  REWARD_REDEEMED: 'loyalty_reward_redeemed',
  REWARD_USED: 'loyalty_reward_used',
  REVERSED: 'loyalty_entry_reversed',
};

/** Returns one event per type, with the user after the call and the entries of that type. */
function eventsOf({ call, user, entries }: Granted) {
  const { lots: _, ...data } = user;
  const byType = Map.groupBy(entries, ({ reason, delta }) =>
    reason === 'REWARD_EARNED' && delta < 0 ? completionTypeOf(user.cardMedium) : eventTypes[reason],
  );
  return [...byType].map(([type, entries]) => ({
    kind: eventKindOf(user.cardMedium),
    type,
    accountId: user.accountId,
    keyId: call.keyId,
    campaignId: user.cardId,
    data: {
      ...data,
      entries: entries.map(({ lots: _, ...entry }) => ({ ...entry, locationId: call.location ?? null })),
    },
  }));
}
