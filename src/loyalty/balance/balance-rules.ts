import { invalidInput, Problem } from '../../kernel/problem.ts';
import { type Instant, toDate, toInstant } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';
import type { LedgerEntry, LedgerReason } from '../ledger/ledger.ts';
import { type EarnedReward, isUsable } from '../reward/earned-reward.ts';
import type { BalanceUnit, LoyaltyReward } from '../reward/reward.ts';

/** What a user holds. The rules return a new holding, so that a refused change has no effect. */
export interface Holding {
  stamps: number;
  points: number;
  rewards: readonly EarnedReward[];
}

export interface CardTerms {
  stampsRequired: number | null;
  /** The reward of a full card. If it is null, stamps only add up. */
  stampReward: Pick<LoyaltyReward, 'id' | 'name' | 'validDays'> | null;
}

export type BalanceChange =
  | { action: 'ADD' | 'REMOVE'; unit: BalanceUnit; amount: number }
  | { action: 'REDEEM'; reward: LoyaltyReward }
  | { action: 'USE'; rewards: readonly string[] }
  | { action: 'REVERSE'; entry: LedgerEntry };

export type NewEntry = Pick<LedgerEntry, 'id' | 'unit' | 'delta' | 'balance' | 'reason' | 'rewardId' | 'reverses'>;

export interface Changed {
  holding: Holding;
  entries: NewEntry[];
}

/** The maximum balance. It exceeds any realistic balance, and stays well below the limit of the column. */
const highestBalance = 1_000_000_000;

/** The maximum number of rewards that an addition earns. The next addition earns the rest. */
const maxEarned = 1000;

const balanceOf = { STAMPS: 'stamps', POINTS: 'points' } as const;

export function changeHolding(
  holding: Holding,
  change: BalanceChange,
  facts: { member: number; terms: CardTerms; at: Instant },
): Changed {
  switch (change.action) {
    case 'ADD':
      return earnFullCards(move(holding, change.unit, change.amount, `${change.unit}_ADDED`), facts);
    case 'REMOVE':
      return move(holding, change.unit, -change.amount, `${change.unit}_REMOVED`);
    case 'REDEEM':
      return redeem(holding, change.reward, facts);
    case 'USE':
      return use(holding, change.rewards, facts.at);
    case 'REVERSE':
      return reverse(holding, change.entry);
  }
}

/** Throws `BALANCE_TOO_LOW` if the balance would become negative. */
function move(
  holding: Holding,
  unit: BalanceUnit,
  delta: number,
  reason: LedgerReason,
  references: { rewardId?: string; reverses?: string } = {},
): Changed {
  const name = balanceOf[unit];
  const balance = holding[name] + delta;
  if (balance < 0) throw new Problem('BALANCE_TOO_LOW');
  if (balance > highestBalance) throw invalidInput('amount', `would raise the balance above ${highestBalance}`);
  const { rewardId = null, reverses = null } = references;
  return {
    holding: { ...holding, [name]: balance },
    entries: [{ id: newId('ledgerEntry'), unit, delta, balance, reason, rewardId, reverses }],
  };
}

/** Earns a reward for every full card, and deducts its stamps. Any remaining stamps stay. */
function earnFullCards(
  added: Changed,
  { member, terms: { stampsRequired, stampReward }, at }: { member: number; terms: CardTerms; at: Instant },
): Changed {
  if (!stampsRequired || !stampReward || added.entries[0]?.unit !== 'STAMPS') return added;
  const fullCards = Math.min(Math.floor(added.holding.stamps / stampsRequired), maxEarned);
  let { holding } = added;
  const entries = [...added.entries];
  const rewards = Array.from({ length: fullCards }, () => earned(stampReward, member, at));
  for (const { id } of rewards) {
    const taken = move(holding, 'STAMPS', -stampsRequired, 'REWARD_EARNED', { rewardId: id });
    holding = taken.holding;
    entries.push(...taken.entries);
  }
  return { holding: { ...holding, rewards: inOrder([...holding.rewards, ...rewards]) }, entries };
}

function redeem(holding: Holding, reward: LoyaltyReward, { member, at }: { member: number; at: Instant }) {
  const redeemed = earned(reward, member, at);
  const paid = move(holding, 'POINTS', -(reward.points ?? 0), 'REWARD_REDEEMED', { rewardId: redeemed.id });
  return { ...paid, holding: { ...paid.holding, rewards: inOrder([...holding.rewards, redeemed]) } };
}

function earned(reward: CardTerms['stampReward'] & {}, member: number, at: Instant): EarnedReward {
  return {
    id: newId('earnedReward'),
    member,
    rewardId: reward.id,
    name: reward.name,
    earnedAt: at,
    expiresAt: reward.validDays ? toInstant(new Date(toDate(at).getTime() + reward.validDays * 86_400_000)) : null,
    usedAt: null,
    withdrawnAt: null,
  };
}

/** Sorts rewards oldest first, like `findEarnedRewards`. */
function inOrder(rewards: EarnedReward[]): EarnedReward[] {
  const keyOf = ({ earnedAt, id }: EarnedReward) => `${earnedAt} ${id}`;
  return rewards.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** Uses all of the rewards or none. `REWARD_NOT_FOUND` takes precedence over `REWARD_NOT_USABLE`. */
function use(holding: Holding, ids: readonly string[], at: Instant): Changed {
  const chosen = [...new Set(ids)].map((id) => requireHeld(holding, id));
  if (!chosen.every((reward) => isUsable(reward, at))) throw new Problem('REWARD_NOT_USABLE');
  const entries = chosen.flatMap(({ id }) => move(holding, 'STAMPS', 0, 'REWARD_USED', { rewardId: id }).entries);
  const used = new Set(chosen);
  const rewards = holding.rewards.map((reward) => (used.has(reward) ? { ...reward, usedAt: at } : reward));
  return { holding: { ...holding, rewards }, entries };
}

/**
 * Reverses an entry. Fails if the balance is too low, or if a reward to withdraw has been used: later entries are never
 * undone. Earns no rewards.
 */
function reverse(holding: Holding, entry: LedgerEntry): Changed {
  if (entry.reason === 'REVERSED') throw new Problem('LEDGER_ENTRY_NOT_REVERSIBLE');
  const { unit, delta, rewardId } = entry;
  const reversed = move(holding, unit, delta === 0 ? 0 : -delta, 'REVERSED', {
    reverses: entry.id,
    ...(rewardId && { rewardId }),
  });
  if (!rewardId) return reversed;
  const reward = requireHeld(holding, rewardId);
  if (entry.reason === 'REWARD_USED') return replaced(reversed, reward, { ...reward, usedAt: null });
  if (reward.usedAt) throw new Problem('REWARD_NOT_USABLE');
  return replaced(reversed, reward, null);
}

function requireHeld({ rewards }: Holding, id: string): EarnedReward {
  const reward = rewards.find((held) => held.id === id);
  if (!reward) throw new Problem('REWARD_NOT_FOUND');
  return reward;
}

function replaced({ holding, entries }: Changed, reward: EarnedReward, by: EarnedReward | null): Changed {
  const rewards = holding.rewards.flatMap((held) => (held === reward ? (by ?? []) : held));
  return { holding: { ...holding, rewards }, entries };
}
