import { invalidInput, Problem } from '../../kernel/problem.ts';
import { type Instant, toDate, toInstant } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';
import { type LedgerEntry, type LedgerReason, type LotChange, lotChangesOf } from '../ledger/ledger.ts';
import type { PointLot } from '../ledger/point-lot.ts';
import { type EarnedReward, isUsable } from '../reward/earned-reward.ts';
import type { BalanceUnit, LoyaltyReward } from '../reward/reward.ts';
import { changedLots, drawFrom, drawFromLot, dueLots, joinLots, lotOf, opposite } from './lot-rules.ts';

/** What a user holds. The rules return a new holding, so that a refused change has no effect. */
export interface Holding {
  stamps: number;
  points: number;
  /** How many full cards have earned their reward. */
  filledCards: number;
  rewards: readonly EarnedReward[];
  /** The points that expire, in the order of their expiry. */
  lots: readonly PointLot[];
}

type Earnable = Pick<LoyaltyReward, 'id' | 'name' | 'validDays'>;

export interface CardTerms {
  /** When points that are added now expire. Null if they do not. */
  pointsExpireAt: Instant | null;
  stampsRequired: number | null;
  /** The reward of a full card. If it is null, stamps only add up. */
  fullReward: Earnable | null;
  /** The rewards that the card earns before it is full, by their stamps. */
  milestones: readonly (Earnable & { stamps: number })[];
}

export function termsOf(
  stampsRequired: number | null,
  rewards: readonly LoyaltyReward[],
  pointsExpireAt: Instant | null,
): CardTerms {
  return {
    pointsExpireAt,
    stampsRequired,
    fullReward: rewards.find(({ unit, stamps }) => unit === 'STAMPS' && stamps === null) ?? null,
    milestones: rewards
      .flatMap((reward) => (reward.stamps === null ? [] : { ...reward, stamps: reward.stamps }))
      .sort((one, other) => one.stamps - other.stamps),
  };
}

export type BalanceChange =
  | { action: 'ADD'; unit: BalanceUnit; amount: number; entry?: string }
  | { action: 'REMOVE'; unit: BalanceUnit; amount: number }
  | { action: 'REDEEM'; reward: LoyaltyReward }
  | { action: 'USE'; rewards: readonly string[] }
  | { action: 'EXPIRE' }
  /** `expiries` are the entries for points in the lot of this entry that expired, except reversed ones. */
  | { action: 'REVERSE'; entry: LedgerEntry; expiries: readonly LedgerEntry[] };

export type NewEntry = Pick<
  LedgerEntry,
  'id' | 'unit' | 'delta' | 'balance' | 'reason' | 'rewardId' | 'reverses' | 'lots'
>;

export interface Changed {
  holding: Holding;
  entries: NewEntry[];
}

/** The maximum balance. It exceeds any realistic balance, and stays well below the limit of the column. */
const highestBalance = 1_000_000_000;

/** An addition fills no more cards after this number of rewards. The next addition earns the rest. */
const maxEarned = 1000;

const balanceOf = { STAMPS: 'stamps', POINTS: 'points' } as const;

export function changeHolding(
  holding: Holding,
  change: BalanceChange,
  facts: { member: number; terms: CardTerms; at: Instant },
): Changed {
  switch (change.action) {
    case 'ADD':
      return change.unit === 'STAMPS'
        ? earnRewards(holding.stamps, move(holding, 'STAMPS', change.amount, 'STAMPS_ADDED'), facts)
        : addPoints(holding, change, facts);
    case 'REMOVE':
      return change.unit === 'STAMPS'
        ? requireMilestonesKept(move(holding, 'STAMPS', -change.amount, 'STAMPS_REMOVED'), facts.terms)
        : spend(holding, change.amount, 'POINTS_REMOVED', facts.member);
    case 'REDEEM':
      return redeem(holding, change.reward, facts);
    case 'USE':
      return use(holding, change.rewards, facts.at);
    case 'REVERSE':
      return requireMilestonesKept(reverse(holding, change, facts.member), facts.terms);
    case 'EXPIRE':
      return expire(holding, facts);
  }
}

/** Throws `BALANCE_TOO_LOW` if the balance would become negative. */
function move(
  holding: Holding,
  unit: BalanceUnit,
  delta: number,
  reason: LedgerReason,
  { id = newId('ledgerEntry'), rewardId = null, reverses = null }: Partial<NewEntry> = {},
): Changed {
  const name = balanceOf[unit];
  const balance = holding[name] + delta;
  if (balance < 0) throw new Problem('BALANCE_TOO_LOW');
  if (balance > highestBalance) throw invalidInput('amount', `would raise the balance above ${highestBalance}`);
  return {
    holding: { ...holding, [name]: balance },
    entries: [{ id, unit, delta, balance, reason, rewardId, reverses, lots: null }],
  };
}

/**
 * Earns the rewards that added stamps reach: those of milestones, which cost nothing, and that of every full card, which
 * takes its stamps. Any remaining stamps are on the next card.
 *
 * Stamps that were on the card before reach no milestone, unless they already filled it. A card earns each milestone
 * once.
 */
function earnRewards(
  before: number,
  added: Changed,
  { member, terms: { stampsRequired, fullReward, milestones }, at }: { member: number; terms: CardTerms; at: Instant },
): Changed {
  if (!stampsRequired) return added;
  const held = new Set(added.holding.rewards.flatMap((reward) => placeOf(reward) ?? []));
  const rewards: EarnedReward[] = [];
  let { stamps, filledCards } = added.holding;
  const { entries } = added;
  const earn = (reward: EarnedReward, cost: number) => {
    const moved = move({ ...added.holding, stamps }, 'STAMPS', -cost, 'REWARD_EARNED', { rewardId: reward.id });
    stamps = moved.holding.stamps;
    entries.push(...moved.entries);
    rewards.push(reward);
  };
  for (let passed = before; ; passed = 0) {
    for (const { stamps: milestone, ...reward } of milestones) {
      if (milestone > stamps) break;
      if (milestone <= passed || held.has(placeOf({ rewardId: reward.id, milestone, filledCards }) ?? '')) continue;
      earn({ ...earned(reward, member, at), milestone, filledCards }, 0);
    }
    if (!fullReward || stamps < stampsRequired || rewards.length >= maxEarned) break;
    earn(earned(fullReward, member, at), stampsRequired);
    filledCards += 1;
  }
  const holding = { ...added.holding, stamps, filledCards, rewards: inOrder([...added.holding.rewards, ...rewards]) };
  return { holding, entries };
}

/** Names a reward of a milestone together with the card that earned it. */
function placeOf({
  rewardId,
  milestone,
  filledCards,
}: Pick<EarnedReward, 'rewardId' | 'milestone' | 'filledCards'>): string | null {
  return milestone === null ? null : `${rewardId} ${filledCards}`;
}

/**
 * Throws `BALANCE_TOO_LOW` if stamps that reached a milestone were taken while the user still has its reward.
 * Otherwise, people could keep a reward without the stamps that earned it.
 */
function requireMilestonesKept(changed: Changed, { stampsRequired }: CardTerms): Changed {
  const { stamps, filledCards, rewards } = changed.holding;
  if (!changed.entries.some(({ unit, delta }) => unit === 'STAMPS' && delta < 0)) return changed;
  for (const reward of rewards) {
    if (reward.milestone === null) continue;
    const cardsAhead = (reward.filledCards ?? 0) - filledCards;
    if (cardsAhead >= 0 && stamps < cardsAhead * (stampsRequired ?? 0) + reward.milestone)
      throw new Problem('BALANCE_TOO_LOW');
  }
  return changed;
}

function addPoints(
  holding: Holding,
  { amount, entry: id = newId('ledgerEntry') }: { amount: number; entry?: string },
  { member, terms: { pointsExpireAt } }: { member: number; terms: CardTerms },
): Changed {
  const added = move(holding, 'POINTS', amount, 'POINTS_ADDED', { id });
  return pointsExpireAt === null || amount === 0 ? added : withLots(added, member, [[id, pointsExpireAt, amount]]);
}

/** Takes points, starting with those that expire first. */
function spend(
  holding: Holding,
  points: number,
  reason: LedgerReason,
  member: number,
  references: Partial<NewEntry> = {},
): Changed {
  return withLots(move(holding, 'POINTS', -points, reason, references), member, drawFrom(holding.lots, points));
}

/** The maximum number of lots that a call lets expire. The next call takes the rest. */
const maxExpired = 200;

function expire(holding: Holding, { member, at }: { member: number; at: Instant }): Changed {
  const entries: NewEntry[] = [];
  let { points } = holding;
  const changes = dueLots(holding.lots, at)
    .slice(0, maxExpired)
    .map(({ entryId, expiresAt, remaining }): LotChange => [entryId, expiresAt, -remaining]);
  for (const change of changes) {
    const expired = move({ ...holding, points }, 'POINTS', change[2], 'POINTS_EXPIRED');
    points = expired.holding.points;
    entries.push(...expired.entries.map((entry) => ({ ...entry, lots: JSON.stringify([change]) })));
  }
  return { holding: { ...holding, points, lots: changedLots(holding.lots, member, changes) }, entries };
}

/** Adds changes of lots to a change that has one entry. */
function withLots({ holding, entries }: Changed, member: number, changes: readonly LotChange[]): Changed {
  if (changes.length === 0) return { holding, entries };
  const joined = joinLots(holding.lots, changes);
  return {
    holding: { ...holding, lots: changedLots(holding.lots, member, joined) },
    entries: entries.map((entry) => ({ ...entry, lots: JSON.stringify(joined) })),
  };
}

function joined(one: Changed, next: Changed): Changed {
  return { holding: next.holding, entries: [...one.entries, ...next.entries] };
}

function redeem(holding: Holding, reward: LoyaltyReward, { member, at }: { member: number; at: Instant }) {
  const redeemed = earned(reward, member, at);
  const paid = spend(holding, reward.points ?? 0, 'REWARD_REDEEMED', member, { rewardId: redeemed.id });
  return { ...paid, holding: { ...paid.holding, rewards: inOrder([...holding.rewards, redeemed]) } };
}

function earned(reward: Earnable, member: number, at: Instant): EarnedReward {
  return {
    id: newId('earnedReward'),
    member,
    rewardId: reward.id,
    name: reward.name,
    earnedAt: at,
    expiresAt: reward.validDays ? toInstant(new Date(toDate(at).getTime() + reward.validDays * 86_400_000)) : null,
    usedAt: null,
    withdrawnAt: null,
    milestone: null,
    filledCards: null,
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
function reverse(
  holding: Holding,
  { entry, expiries }: { entry: LedgerEntry; expiries: readonly LedgerEntry[] },
  member: number,
): Changed {
  if (entry.reason === 'REVERSED' || entry.reason === 'POINTS_EXPIRED')
    throw new Problem('LEDGER_ENTRY_NOT_REVERSIBLE');
  if (entry.unit === 'POINTS' && entry.delta > 0) return takeBack(holding, entry, expiries, member);
  const { unit, delta, rewardId } = entry;
  const moved = move(holding, unit, delta === 0 ? 0 : -delta, 'REVERSED', { reverses: entry.id, rewardId });
  const reversed = withLots(moved, member, opposite(lotChangesOf(entry)));
  if (!rewardId) return reversed;
  const reward = requireHeld(holding, rewardId);
  if (entry.reason === 'REWARD_USED') return replaced(reversed, reward, { ...reward, usedAt: null });
  if (reward.usedAt) throw new Problem('REWARD_NOT_USABLE');
  const { holding: without, entries } = replaced(reversed, reward, null);
  const returnsCard = entry.reason === 'REWARD_EARNED' && delta < 0;
  return { holding: { ...without, filledCards: without.filledCards - (returnsCard ? 1 : 0) }, entries };
}

/** Reverses an addition of points. Those that have expired come back first, so that they are not taken twice. */
function takeBack(holding: Holding, entry: LedgerEntry, expiries: readonly LedgerEntry[], member: number): Changed {
  let changed: Changed = { holding, entries: [] };
  for (const expiry of expiries) {
    const returned = move(changed.holding, 'POINTS', -expiry.delta, 'REVERSED', { reverses: expiry.id });
    changed = joined(changed, withLots(returned, member, opposite(lotChangesOf(expiry))));
  }
  const taken = move(changed.holding, 'POINTS', -entry.delta, 'REVERSED', { reverses: entry.id });
  return joined(changed, withLots(taken, member, drawFromLot(changed.holding.lots, lotOf(entry), entry.delta)));
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
