import type { Transaction } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import type { Event } from '../../kernel/event-log/event.ts';
import { followLog } from '../../kernel/event-log/log-follower.ts';
import { locations } from '../../locations/location/location.ts';
import type { NewEntry } from '../../loyalty/balance/balance-rules.ts';
import type { Message } from '../../messaging/message/message.ts';
import type { SessionBatch } from '../../sessions/batch/batch-creation.ts';
import type { CouponSession } from '../../sessions/session/session.ts';
import { idShapes } from '../../vocabulary/ids.ts';
import { addCounts, type Counts, thousandthsOf } from '../tally/counters.ts';
import { quarterOf, Tally } from '../tally/tally.ts';

const positionsAtOnce = 2000;

/** The pause between steps. It lets a step count many events with few rows. */
const gatherMilliseconds = 200;
/** The pause if more events wait than a step can take. It leaves time for other work. */
const breathMilliseconds = 20;

export const counting = followLog('statistics', {
  subject: 'statistics',
  cursor: 'statistics',
  step:
    () =>
    async (transaction, { after, last }) => {
      const position = Math.min(last, after + positionsAtOnce);
      await countBetween(transaction, after, position);
      const pauseMilliseconds = position - after < positionsAtOnce ? gatherMilliseconds : breathMilliseconds;
      return { position, pauseMilliseconds };
    },
});

export type CountedEvent = Pick<Event, 'type' | 'accountId' | 'campaignId' | 'createdAt'> & { data: string | null };

export const countedColumns = `e.type AS type, e.account_id AS accountId, e.campaign_id AS campaignId,
  CAST(e.created_at AS CHAR(16)) AS createdAt, CASE WHEN e.type IN (:detailedTypes) THEN e.data END AS data`;

async function countBetween(transaction: Transaction, after: number, upTo: number): Promise<void> {
  const found = await transaction.rows<CountedEvent>(
    `SELECT ${countedColumns} FROM events e ${transaction.dialect.useIndex('events_position')} WHERE e.position > :after AND e.position <= :upTo`,
    { after, upTo, detailedTypes },
  );
  const tally = new Tally();
  for (const event of found) {
    const counts = event.campaignId === null ? null : countsOf(event);
    if (counts) tally.add(event, quarterOf(event.createdAt), counts);
  }
  await countAtLocations(transaction, found, tally);
  await tally.store(transaction);
}

/** Counts what happened at registered locations. The ids of other locations are texts of callers, which have no limit. */
async function countAtLocations(transaction: Transaction, found: readonly CountedEvent[], tally: Tally): Promise<void> {
  const placed = found.flatMap((event) => placedCounts(event).map((counted) => ({ ...counted, event })));
  const ids = new Set(placed.map(({ locationId }) => locationId));
  const rows = await findRows(transaction, locations, { id: [...ids] }, { select: ['id', 'accountId'] });
  const accountOf = new Map(rows.map(({ id, accountId }) => [id, accountId]));
  for (const { locationId, counts, event } of placed)
    if (accountOf.get(locationId) === event.accountId)
      tally.addAt(locationId, event.accountId, quarterOf(event.createdAt), counts);
}

/** Returns the counts of an event by location. Claims do not count: customers make most of them at home. */
function placedCounts({ type, data }: CountedEvent): { locationId: string; counts: Partial<Counts> }[] {
  if (data === null || !data.includes(locationPrefix) || type in plain) return [];
  const held = JSON.parse(data);
  const { locationId } = held.entries?.[0] ?? held;
  const counts = detailed[type]?.(held);
  return typeof locationId === 'string' && counts ? [{ locationId, counts }] : [];
}

const [locationPrefix] = idShapes.location;

/** The types of events whose counts do not depend on the data of the event. */
const plain: Readonly<Record<string, Partial<Counts>>> = {
  coupon_session_created: { created: 1 },
  coupon_opened: { opened: 1 },
  coupon_saved: { saved: 1 },
  coupon_claimed: { claimed: 1 },
  coupon_voided: { voided: 1 },
  coupon_unvoided: { unvoided: 1 },
  coupon_session_removed: { removed: 1 },
  message_sent: { sent: 1 },
  message_delivered: { delivered: 1 },
  loyalty_saved: { saved: 1 },
  loyalty_user_created: { members: 1 },
  loyalty_v3_created: { members: 1 },
  loyalty_user_linked: { members: 1 },
  loyalty_user_removed: { membersRemoved: 1 },
  directory_registration: { members: 1 },
  directory_user_removed: { membersRemoved: 1 },
  directory_campaign_opened: { openings: 1 },
  landing_page_opened: { openings: 1 },
};

// biome-ignore lint/suspicious/noExplicitAny: each function knows what the events of its type hold
const detailed: Readonly<Record<string, (held: any) => Partial<Counts>>> = {
  coupon_batch_created: countsOfBatch,
  coupon_validated: countsOfValidation,
  coupon_unvalidated: countsOfUnvalidation,
  coupon_activated: countsOfActivation,
  message_failed: countsOfFailure,
  loyalty_stamps_added: countsOfUser,
  loyalty_stamps_removed: countsOfUser,
  loyalty_points_added: countsOfUser,
  loyalty_points_removed: countsOfUser,
  loyalty_points_expired: countsOfUser,
  loyalty_reward_redeemed: countsOfUser,
  loyalty_reward_earned: countsOfUser,
  loyalty_complete: countsOfUser,
  loyalty_reward_used: countsOfUser,
  loyalty_entry_reversed: countsOfUser,
};

export const detailedTypes = Object.keys(detailed);

/** Returns the counts of an event, or null if there are none. Only some types need `data`. */
export function countsOf({ type, data }: { type: string; data: string | null }): Partial<Counts> | null {
  const known = plain[type];
  if (known) return known;
  return data === null ? null : (detailed[type]?.(JSON.parse(data)) ?? null);
}

function countsOfBatch({
  amount,
  status,
}: Pick<SessionBatch, 'amount'> & { status: SessionBatch['status'] | 'IMPORTED' }): Partial<Counts> {
  if (status === 'IMPORTED') return {};
  return { created: amount, ...(status === 'VOIDED' && { voided: amount }) };
}

/** Counts the money at the validation, and ignores later changes. */
function countsOfValidation({ claims, moneySpent }: CouponSession & { claims: number }): Partial<Counts> {
  const money = thousandthsOf(moneySpent);
  return { validated: 1, ...(claims > 0 && { claimed: 1 }), ...(money > 0 && { moneySpent: money }) };
}

function countsOfUnvalidation({ moneySpent }: CouponSession): Partial<Counts> {
  const money = thousandthsOf(moneySpent);
  return { unvalidated: 1, ...(money > 0 && { moneyUnvalidated: money }) };
}

function countsOfActivation({ unvoids }: { unvoids: number }): Partial<Counts> {
  return unvoids > 0 ? { unvoided: 1 } : {};
}

function countsOfFailure({ status }: Pick<Message, 'status'>): Partial<Counts> {
  if (status === 'UNKNOWN') return {};
  return status === 'SUPPRESSED' ? { suppressed: 1 } : { failed: 1 };
}

function countsOfUser({
  entries = [],
  rewards = [],
}: {
  entries?: NewEntry[];
  rewards?: { id: string }[];
}): Partial<Counts> {
  const counts: Partial<Counts> = {};
  // If the user has the reward after a reversal, the reversal undid the use of the reward.
  for (const entry of entries)
    addCounts(
      counts,
      countsOfEntry(
        entry,
        rewards.some(({ id }) => id === entry.rewardId),
      ),
    );
  return counts;
}

export function countsOfEntry(
  { unit, delta, reason, rewardId }: Pick<NewEntry, 'unit' | 'delta' | 'reason' | 'rewardId'>,
  isHeld: boolean,
): Partial<Counts> {
  if (reason === 'REWARD_EARNED' || reason === 'REWARD_REDEEMED') return { rewardsEarned: 1 };
  if (reason === 'REWARD_USED') return { rewardsUsed: 1 };
  if (rewardId) return isHeld ? { rewardsReturned: 1 } : { rewardsWithdrawn: 1 };
  const [added, removed] =
    unit === 'STAMPS' ? (['stampsAdded', 'stampsRemoved'] as const) : (['pointsAdded', 'pointsRemoved'] as const);
  return { [delta > 0 ? added : removed]: Math.abs(delta) };
}
