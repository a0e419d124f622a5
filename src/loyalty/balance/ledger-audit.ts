import { MoreThan } from 'typeorm';
import type { Connection, Database } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { type LedgerEntry, type LedgerReason, ledgerEntries, lotChangesOf } from '../ledger/ledger.ts';
import { findLots, type PointLot } from '../ledger/point-lot.ts';
import { type EarnedReward, findEarnedRewards } from '../reward/earned-reward.ts';
import { type LoyaltyMember, loyaltyMembers } from '../user/loyalty-member.ts';

const chunk = 500;

export interface Verification {
  users: number;
  entries: number;
  disagreements: { card: string; user: string; what: string }[];
}

/** Verifies that the balances and rewards of all users match their ledgers. It checks 500 users at a time. */
export async function verifyLedgers(database: Database): Promise<Verification> {
  const result: Verification = { users: 0, entries: 0, disagreements: [] };
  for (let after = 0; ; ) {
    // The transaction locks the members, so that all data of a user is from the same moment.
    const { last, ...found } = await database.transaction((transaction) => verifyChunk(transaction, after));
    if (last === undefined) return result;
    after = last;
    result.users += found.users;
    result.entries += found.entries;
    result.disagreements.push(...found.disagreements);
  }
}

async function verifyChunk(connection: Connection, after: number) {
  const members = await findRows(
    connection,
    loyaltyMembers,
    { number: MoreThan(after) },
    { order: { number: 'ASC' }, take: chunk, lock: 'shared' },
  );
  const numbers = members.map(({ number }) => number);
  const entries = await findRows(connection, ledgerEntries, { member: numbers }, { order: { number: 'ASC' } });
  const entriesOf = Map.groupBy(entries, ({ member }) => member);
  const rewardsOf = await findEarnedRewards(connection, numbers);
  const lotsOf = await findLots(connection, numbers);
  const disagreements = members.flatMap((member) =>
    [
      ...disagreementsOf(member, entriesOf.get(member.number) ?? [], rewardsOf.get(member.number) ?? []),
      ...lotDisagreements(entriesOf.get(member.number) ?? [], lotsOf.get(member.number) ?? []),
    ].map((what) => ({ card: member.cardId, user: member.userId, what })),
  );
  return { last: numbers.at(-1), users: members.length, entries: entries.length, disagreements };
}

type RewardState = 'absent' | 'unused' | 'used';

/** The states of a reward before and after an entry. A reversal swaps them. */
const steps: Partial<Record<LedgerReason, [before: RewardState, after: RewardState]>> = {
  REWARD_EARNED: ['absent', 'unused'],
  REWARD_REDEEMED: ['absent', 'unused'],
  REWARD_USED: ['unused', 'used'],
};

/** Sums up a ledger independently of the rules that created its entries. */
function disagreementsOf(member: LoyaltyMember, entries: readonly LedgerEntry[], rewards: readonly EarnedReward[]) {
  const found: string[] = [];
  const sums = { STAMPS: 0, POINTS: 0 };
  const states = new Map<string, RewardState>();
  let filledCards = 0;
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  for (const { id, unit, delta, balance, reason, rewardId, reverses } of entries) {
    sums[unit] += delta;
    if (balance !== sums[unit])
      found.push(`${id} has the balance ${balance} ${unit}, but the entries up to it add up to ${sums[unit]}`);
    if (balance < 0) found.push(`${id} has a negative balance`);
    const reversed = byId.get(reverses ?? '');
    if (reason === 'REVERSED' && (reversed?.unit !== unit || reversed.delta + delta !== 0))
      found.push(`${id} is not the opposite of ${reverses}`);
    if (reason === 'REWARD_EARNED' && delta < 0) filledCards += 1;
    if (reversed?.reason === 'REWARD_EARNED' && reversed.delta < 0) filledCards -= 1;
    if (rewardId === null) continue;
    const [before, after] = (reversed ? steps[reversed.reason]?.toReversed() : steps[reason]) ?? [];
    if ((states.get(rewardId) ?? 'absent') !== before) found.push(`${id} does not fit the state of ${rewardId}`);
    states.set(rewardId, after ?? 'absent');
  }
  if (member.stamps !== sums.STAMPS)
    found.push(`The user has ${member.stamps} stamps, but the entries add up to ${sums.STAMPS}`);
  if (member.points !== sums.POINTS)
    found.push(`The user has ${member.points} points, but the entries add up to ${sums.POINTS}`);
  if (member.filledCards !== filledCards)
    found.push(`The user has filled ${member.filledCards} cards, but ${filledCards} according to the entries`);
  const places = new Set<string>();
  for (const { id, rewardId, milestone, filledCards: earlier } of rewards) {
    if (milestone === null) continue;
    const place = `${rewardId} ${earlier}`;
    if (places.has(place)) found.push(`${id} repeats the milestone of ${milestone} stamps on the same card`);
    places.add(place);
  }
  for (const { id, usedAt } of rewards) {
    const state = states.get(id) ?? 'absent';
    if (state !== (usedAt ? 'used' : 'unused')) found.push(`${id} is ${state} according to the ledger`);
    states.delete(id);
  }
  for (const [id, state] of states)
    if (state !== 'absent') found.push(`${id} is ${state} according to the ledger only`);
  return found;
}

/** Adds up the changes of the lots. All lots together never have more points than the user. */
function lotDisagreements(entries: readonly LedgerEntry[], stored: readonly PointLot[]): string[] {
  const found: string[] = [];
  const left = new Map<string, number>();
  for (const entry of entries.filter(({ unit }) => unit === 'POINTS')) {
    const { id, delta, balance, reason, createdAt } = entry;
    const changes = lotChangesOf(entry);
    for (const [lot, , change] of changes) left.set(lot, (left.get(lot) ?? 0) + change);
    const sum = changes.reduce((total, [, , change]) => total + change, 0);
    if (sum !== 0 && (Math.sign(sum) !== Math.sign(delta) || Math.abs(sum) > Math.abs(delta)))
      found.push(`${id} changes lots by ${sum}, but points by ${delta}`);
    if (reason === 'POINTS_EXPIRED' && (sum !== delta || changes.some(([, expiresAt]) => expiresAt > createdAt)))
      found.push(`${id} expires points other than those of its lot`);
    if ([...left.values()].some((points) => points < 0)) found.push(`${id} takes more than a lot has`);
    if ([...left.values()].reduce((total, points) => total + points, 0) > balance)
      found.push(`The lots have more points than the user after ${id}`);
  }
  const kept = new Map([...left].filter(([, points]) => points !== 0));
  for (const { entryId, remaining } of stored) {
    if (kept.get(entryId) !== remaining)
      found.push(
        `The lot of ${entryId} has ${remaining} points, but ${kept.get(entryId) ?? 0} according to the ledger`,
      );
    kept.delete(entryId);
  }
  for (const entryId of kept.keys()) found.push(`The lot of ${entryId} is missing`);
  return found;
}
