import { timezoneOf } from '../../accounts/account/account.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { problems } from '../../kernel/problem.ts';
import { type Instant, toIso } from '../../kernel/values/instant.ts';
import { dayAround } from '../../kernel/values/local-time.ts';
import { CampaignProblem } from '../../vocabulary/campaign-problem.ts';
import type { LoyaltyCard } from '../card/card.ts';
import type { BalanceUnit } from '../reward/reward.ts';
import type { BalanceChange, NewEntry } from './balance-rules.ts';

/** What users of a card have received today, in the time zone of the account. */
export interface DailyLimit {
  cardId: string;
  unit: BalanceUnit;
  maxPerDay: number;
  begin: Instant;
  end: Instant;
  /** The stamps or points of today, by the number of the member. */
  received: Map<number, number>;
}

/** Returns the limit of a card, or null if it has none. The caller must have locked the members. */
export async function readDailyLimit(
  connection: Connection,
  { id: cardId, accountId, type, maxPerDay }: LoyaltyCard,
  members: readonly number[],
  at: Instant,
): Promise<DailyLimit | null> {
  if (maxPerDay === null) return null;
  const unit = type === 'STAMP' ? 'STAMPS' : 'POINTS';
  const { begin, end } = dayAround(at, await timezoneOf(connection, accountId));
  const rows = await connection.rows<{ member: number; amount: number }>(
    `SELECT l.member AS member, SUM(l.delta) AS amount FROM ledger_entries l
       WHERE l.member IN (:members) AND l.created_at >= :begin AND l.reason = :reason
         AND NOT EXISTS (SELECT 1 FROM ledger_entries later WHERE later.reverses = l.id)
       GROUP BY l.member`,
    { members: [0, ...members], begin, reason: reasonOf(unit) },
  );
  const received = new Map(rows.map(({ member, amount }) => [Number(member), Number(amount)]));
  return { cardId, unit, maxPerDay, begin, end, received };
}

/** Counts a change. Throws `DAILY_LIMIT` if the user would receive too much today. */
export function countToday(
  limit: DailyLimit,
  member: number,
  change: BalanceChange,
  entries: readonly Pick<NewEntry, 'reason' | 'delta'>[],
): void {
  const before = limit.received.get(member) ?? 0;
  const reason = reasonOf(limit.unit);
  const added = entries.reduce((sum, entry) => sum + (entry.reason === reason ? entry.delta : 0), 0);
  if (added > 0 && before + added > limit.maxPerDay) throw limitReached(limit);
  const isOfToday = change.action === 'REVERSE' && change.entry.createdAt >= limit.begin;
  const returned = isOfToday && change.entry.reason === reason ? change.entry.delta : 0;
  limit.received.set(member, before + added - returned);
}

function reasonOf(unit: BalanceUnit) {
  return `${unit}_ADDED` as const;
}

function limitReached({ cardId, end }: DailyLimit): CampaignProblem {
  const nextAt = toIso(end);
  const problem = new CampaignProblem(
    'DAILY_LIMIT',
    cardId,
    `${problems.DAILY_LIMIT} The next day begins at ${nextAt}.`,
  );
  problem.details = { nextAt };
  return problem;
}
