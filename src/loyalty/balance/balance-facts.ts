import type { Connection } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import type { LoyaltyCard } from '../card/card.ts';
import { entryColumns, type LedgerEntry } from '../ledger/ledger.ts';
import { type LoyaltyReward, rewardsOfCard } from '../reward/reward.ts';
import type { UserWithRewards } from '../user/membership.ts';
import type { BalanceCall, BalanceRequest } from './balance-call.ts';
import type { BalanceChange, CardTerms } from './balance-rules.ts';

/** What calls for users of a card depend on beside the users. */
export interface Facts {
  at: Instant;
  terms: CardTerms;
  merchants: ReadonlySet<string>;
  redeemable: ReadonlyMap<string, LoyaltyReward>;
  entries: ReadonlyMap<string, LedgerEntry>;
  /** Entries that are reversed; the first call that reverses one adds it. */
  reversed: Set<string>;
}

/** Reads what the calls need, and nothing else. To be read after the users are locked: then it is as new as they are. */
export async function readFacts(
  connection: Connection,
  { id, accountId, stampsRequired }: LoyaltyCard,
  calls: readonly BalanceCall[],
): Promise<Facts> {
  const at = now();
  const earns = calls.some(
    ({ request }) => (request.action === 'ADD' && request.unit === 'STAMPS') || request.action === 'REDEEM',
  );
  const rewards = earns ? await rewardsOfCard(connection, id) : [];
  const reversing = calls.flatMap(({ request }) => (request.action === 'REVERSE' ? [request.entry] : []));
  const entries = await findEntries(connection, reversing);
  return {
    at,
    terms: { stampsRequired, stampReward: rewards.find(({ unit }) => unit === 'STAMPS') ?? null },
    merchants: await findMerchants(connection, accountId, calls),
    redeemable: new Map(rewards.filter(({ unit }) => unit === 'POINTS').map((reward) => [reward.id, reward])),
    entries: new Map(entries.map((entry) => [entry.id, entry])),
    reversed: new Set(entries.filter(({ isReversed }) => isReversed).map((entry) => entry.id)),
  };
}

/** The change that is wished for, or the problem that what it names is not there, or done already. */
export function balanceChangeOf(request: BalanceRequest, user: UserWithRewards, facts: Facts): BalanceChange {
  if (request.action === 'REDEEM') {
    const reward = facts.redeemable.get(request.reward);
    if (!reward) throw new Problem('REWARD_NOT_FOUND');
    return { action: 'REDEEM', reward };
  }
  if (request.action === 'REVERSE') {
    const entry = facts.entries.get(request.entry);
    if (entry?.membership !== user.number) throw new Problem('LEDGER_ENTRY_NOT_FOUND');
    if (facts.reversed.has(entry.id)) throw new Problem('LEDGER_ENTRY_ALREADY_REVERSED');
    return { action: 'REVERSE', entry };
  }
  if (request.action === 'USE' && !request.rewards.every((id) => user.rewards.some((reward) => reward.id === id)))
    throw new Problem('REWARD_NOT_FOUND');
  return request;
}

async function findEntries(
  connection: Connection,
  ids: readonly string[],
): Promise<(LedgerEntry & { isReversed: number })[]> {
  if (ids.length === 0) return [];
  return connection.rows(
    ...bind(
      `SELECT ${entryColumns}, EXISTS (SELECT 1 FROM ledger_entries later WHERE later.reverses = l.id) AS isReversed
       FROM ledger_entries l WHERE l.id IN (:ids)`,
      { ids },
    ),
  );
}

async function findMerchants(
  connection: Connection,
  account: string,
  calls: readonly BalanceCall[],
): Promise<Set<string>> {
  const ids = calls.flatMap(({ merchant }) => merchant ?? []);
  if (ids.length === 0) return new Set();
  const found = await connection.rows<{ id: string }>(
    ...bind('SELECT m.id AS id FROM merchants m WHERE m.account_id = :account AND m.id IN (:ids)', { account, ids }),
  );
  return new Set(found.map(({ id }) => id));
}
