import type { AuditedCall } from '../../audit/audited-call.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import type { LoyaltyCard } from '../card/card.ts';
import { entryColumns, type LedgerEntry } from '../ledger/ledger.ts';
import { type LoyaltyReward, rewardsOfCard } from '../reward/reward.ts';
import type { LoyaltyUserKey, UserWithRewards } from '../user/loyalty-member.ts';
import { type BalanceChange, type CardTerms, type NewEntry, termsOf } from './balance-rules.ts';
import { type DailyLimit, readDailyLimit } from './daily-limit.ts';

/** A requested change. It names rewards to use and entries to reverse by their ids. */
export type BalanceRequest =
  | Extract<BalanceChange, { action: 'ADD' | 'REMOVE' | 'USE' }>
  | { action: 'REDEEM'; reward: string }
  | { action: 'REVERSE'; entry: string };

export interface BalanceCall extends LoyaltyUserKey {
  rootId: string;
  keyId: string;
  /** The id of the merchant where the change was made. It need not be registered. */
  merchant?: string | null | undefined;
  request: BalanceRequest;
  /** The entry in the audit log, for a call that shares its transaction. */
  audited?: AuditedCall | null;
}

/** A granted call, with the user after the call and the ledger entries that it created. */
export interface Granted {
  call: BalanceCall;
  user: UserWithRewards;
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
  /** Null if no call adds something, or if the card has no limit. */
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
    terms: termsOf(stampsRequired, rewards),
    redeemable: new Map(rewards.filter(({ unit }) => unit === 'POINTS').map((reward) => [reward.id, reward])),
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
    return { action: 'REVERSE', entry };
  }
  if (request.action === 'USE' && !request.rewards.every((id) => user.rewards.some((reward) => reward.id === id)))
    throw new Problem('REWARD_NOT_FOUND');
  return request;
}

async function findEntries(connection: Connection, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return connection.rows<LedgerEntry & { isReversed: number }>(
    `SELECT ${entryColumns}, EXISTS (SELECT 1 FROM ledger_entries later WHERE later.reverses = l.id) AS isReversed
       FROM ledger_entries l WHERE l.id IN (:ids)`,
    { ids },
  );
}
