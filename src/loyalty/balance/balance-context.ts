import { timezoneOf } from '../../accounts/account/account.ts';
import type { AuditedCall } from '../../audit/audited-call.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import { dayAround } from '../../kernel/values/local-time.ts';
import type { LoyaltyCard } from '../card/card.ts';
import { entryColumns, type LedgerEntry } from '../ledger/ledger.ts';
import type { PointLot } from '../ledger/point-lot.ts';
import { type LoyaltyReward, rewardsOfCard } from '../reward/reward.ts';
import type { LoyaltyUserKey, UserWithRewards } from '../user/loyalty-member.ts';
import { type BalanceChange, type CardTerms, type NewEntry, termsOf } from './balance-rules.ts';
import { type DailyLimit, readDailyLimit } from './daily-limit.ts';
import { lotOf } from './lot-rules.ts';

/** A requested change. It names rewards to use and entries to reverse by their ids. */
export type BalanceRequest =
  | Extract<BalanceChange, { action: 'ADD' | 'REMOVE' | 'USE' | 'EXPIRE' }>
  | { action: 'REDEEM'; reward: string }
  | { action: 'REVERSE'; entry: string };

export interface BalanceCall extends LoyaltyUserKey {
  rootId: string;
  /** Null for the service itself. */
  keyId: string | null;
  /** The id of the location where the change was made. It need not be registered. */
  location?: string | null | undefined;
  request: BalanceRequest;
  /** The entry in the audit log, for a call that shares its transaction. */
  audited?: AuditedCall | null;
}

/** A user with everything that a change of balance can affect. */
export type BalanceUser = UserWithRewards & { lots: readonly PointLot[] };

/** A granted call, with the user after the call and the ledger entries that it created. */
export interface Granted {
  call: BalanceCall;
  user: BalanceUser;
  entries: NewEntry[];
}

/** All data that determines the results of calls for users of a card, apart from the users. */
export interface BalanceContext {
  at: Instant;
  terms: CardTerms;
  redeemable: ReadonlyMap<string, LoyaltyReward>;
  entries: ReadonlyMap<string, LedgerEntry>;
  /** The ids of reversed entries. A call that reverses an entry adds its id. */
  reversed: Set<string>;
  /** The expiries that have not been reversed, by lot. */
  expiries: ReadonlyMap<string, LedgerEntry[]>;
  /** Null if no call adds anything, or if the card has no limit. */
  daily: DailyLimit | null;
}

/** Reads the data. The caller must have locked the users first, so that the data is not older than they are. */
export async function readContexts(
  connection: Connection,
  card: LoyaltyCard,
  members: readonly number[],
  calls: readonly BalanceCall[],
): Promise<BalanceContext> {
  const { id, stampsRequired } = card;
  const at = now();
  const earns = calls.some(
    ({ request }) => (request.action === 'ADD' && request.unit === 'STAMPS') || request.action === 'REDEEM',
  );
  const rewards = earns ? await rewardsOfCard(connection, id) : [];
  const reversing = calls.flatMap(({ request }) => (request.action === 'REVERSE' ? [request.entry] : []));
  const entries = await findEntries(connection, reversing);
  const adds = calls.some(({ request }) => request.action === 'ADD');
  return {
    at,
    daily: adds ? await readDailyLimit(connection, card, members, at) : null,
    terms: termsOf(stampsRequired, rewards, await pointsExpiryOf(connection, card, calls, at)),
    redeemable: new Map(rewards.filter(({ unit }) => unit === 'POINTS').map((reward) => [reward.id, reward])),
    expiries: await findExpiries(connection, entries),
    entries: new Map(entries.map((entry) => [entry.id, entry])),
    reversed: new Set(entries.filter(({ isReversed }) => isReversed).map((entry) => entry.id)),
  };
}

/**
 * Returns the change for a request. Throws if the reward or entry does not exist, or if the entry has already been
 * reversed.
 */
export function balanceChangeOf(request: BalanceRequest, user: UserWithRewards, facts: BalanceContext): BalanceChange {
  if (request.action === 'REDEEM') {
    const reward = facts.redeemable.get(request.reward);
    if (!reward) throw new Problem('REWARD_NOT_FOUND');
    return { action: 'REDEEM', reward };
  }
  if (request.action === 'REVERSE') {
    const entry = facts.entries.get(request.entry);
    if (entry?.member !== user.number) throw new Problem('LEDGER_ENTRY_NOT_FOUND');
    if (facts.reversed.has(entry.id)) throw new Problem('LEDGER_ENTRY_ALREADY_REVERSED');
    return { action: 'REVERSE', entry, expiries: facts.expiries.get(lotOf(entry)) ?? [] };
  }
  if (request.action === 'USE' && !request.rewards.every((id) => user.rewards.some((reward) => reward.id === id)))
    throw new Problem('REWARD_NOT_FOUND');
  return request;
}

/** Returns when the points that these calls add expire. Returns null if they do not. */
async function pointsExpiryOf(
  connection: Connection,
  { accountId, pointsValidDays }: LoyaltyCard,
  calls: readonly BalanceCall[],
  at: Instant,
): Promise<Instant | null> {
  const adds = calls.some(({ request }) => request.action === 'ADD' && request.unit === 'POINTS');
  if (pointsValidDays === null || !adds) return null;
  return dayAround(at, await timezoneOf(connection, accountId), pointsValidDays).end;
}

/** Returns the expiries that have not been reversed, by the lot. */
async function findExpiries(connection: Connection, entries: readonly LedgerEntry[]) {
  const members = entries.filter(({ reason, lots }) => reason === 'POINTS_ADDED' && lots).map(({ member }) => member);
  if (members.length === 0) return new Map<string, LedgerEntry[]>();
  const expiries = await connection.rows<LedgerEntry>(
    `SELECT ${entryColumns} FROM ledger_entries l WHERE l.member IN (:members) AND l.reason = 'POINTS_EXPIRED'
       AND NOT EXISTS (SELECT 1 FROM ledger_entries later WHERE later.reverses = l.id) ORDER BY l.number`,
    { members: [...new Set(members)] },
  );
  return Map.groupBy(expiries, lotOf);
}

async function findEntries(connection: Connection, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return connection.rows<LedgerEntry & { isReversed: number }>(
    `SELECT ${entryColumns}, EXISTS (SELECT 1 FROM ledger_entries later WHERE later.reverses = l.id) AS isReversed
       FROM ledger_entries l WHERE l.id IN (:ids)`,
    { ids },
  );
}
