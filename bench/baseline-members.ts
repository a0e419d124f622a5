/* The loyalty part of the baseline: adding stamps, and a page of members, written by hand. */
import type { ResultSetHeader } from 'mysql2';
import { loyaltyUserItem, loyaltyUserV4 } from '../src/doors/representations/loyalty-info.ts';
import { newId } from '../src/kernel/values/ids.ts';
import { now } from '../src/kernel/values/instant.ts';
import type { EarnedReward } from '../src/loyalty/reward/earned-reward.ts';
import { joinPersons, type LoyaltyUser, loyaltyUserColumns } from '../src/loyalty/user/membership.ts';
import { execute, inTransaction, pool } from './baseline-database.ts';

const { PUBLIC_URL = '', ACCOUNT_ID: accountId = '' } = process.env;
const keyId = 'key_0000000000000000';

const update = `UPDATE loyalty_memberships SET stamps = stamps + ?
  WHERE card_id = ? AND user_id = ? AND account_id = ? AND voided_at IS NULL`;
const columns = `${loyaltyUserColumns}, c.code AS cardCode, c.medium AS cardMedium`;
const joins = `${joinPersons} JOIN loyalty_cards c ON c.id = m.card_id`;

const user = `SELECT ${columns}, c.stamps_required AS stampsRequired FROM loyalty_memberships m ${joins}
  WHERE m.card_id = ? AND m.user_id = ?`;

const rewardsOf = (
  places: string,
) => `SELECT e.id, e.membership, e.reward_id AS rewardId, e.earned_at AS earnedAt, e.expires_at AS expiresAt,
    e.used_at AS usedAt, r.name
  FROM earned_rewards e JOIN loyalty_rewards r ON r.id = e.reward_id
  WHERE e.membership IN (${places}) AND e.withdrawn_at IS NULL ORDER BY e.earned_at, e.id`;

const stampReward =
  "SELECT r.id FROM loyalty_rewards r WHERE r.card_id = ? AND r.unit = 'STAMPS' AND r.retired_at IS NULL";

const insertEntry = `INSERT INTO ledger_entries (id, membership, unit, delta, balance, reason, key_id, created_at)
  VALUES (?, ?, 'STAMPS', ?, ?, 'STAMPS_ADDED', ?, ?)`;

const insertEvent = `INSERT INTO events (id, account_id, kind, type, created_at, campaign_id, key_id, data)
  VALUES (?, ?, 'WEB_LOYALTY', 'loyalty_stamps_added', ?, ?, ?, ?)`;

interface UpdateBody {
  loyaltycard: string;
  user: string;
  action: string;
  amount: number;
}

/** One transaction: UPDATE, three SELECTs, two INSERTs. */
export async function addStamps({ loyaltycard, user: id, action, amount }: UpdateBody): Promise<object> {
  const { found, rewards } = await inTransaction(async (connection) => {
    const { affectedRows } = await execute<ResultSetHeader>(connection, update, [amount, loyaltycard, id, accountId]);
    const [found] = await execute<(LoyaltyUser & { stampsRequired: number })[]>(connection, user, [loyaltycard, id]);
    if (!found || affectedRows === 0) throw new Error('no stamps were added');
    const rewards = await execute<EarnedReward[]>(connection, rewardsOf('?'), [found.number]);
    const [reward] = await execute<{ id: string }[]>(connection, stampReward, [loyaltycard]);
    if (reward && found.stamps >= found.stampsRequired) throw new Error('the bench must not fill a card');
    const at = now();
    const entry = { id: newId('ledgerEntry'), unit: 'STAMPS', delta: amount, balance: found.stamps };
    await execute(connection, insertEntry, [entry.id, found.number, amount, found.stamps, keyId, at]);
    const data = JSON.stringify({ ...found, rewards, entries: [entry] });
    await execute(connection, insertEvent, [newId('event'), accountId, at, loyaltycard, keyId, data]);
    return { found, rewards };
  });
  return { loyaltycard, action, user: loyaltyUserItem({ ...found, rewards, url: urlOf(found) }) };
}

const page = `SELECT ${columns} FROM loyalty_memberships m ${joins}
  WHERE m.card_id = ? AND m.voided_at IS NULL ORDER BY m.created_at DESC, m.number DESC LIMIT 101`;

/** Runs two queries: one for the members, one for their rewards. */
export async function listMembers(card: string): Promise<object[]> {
  const members = (await execute<LoyaltyUser[]>(pool, page, [card])).slice(0, 100);
  const numbers = members.map(({ number }) => number);
  const rewards = await execute<EarnedReward[]>(pool, rewardsOf(numbers.map(() => '?').join()), numbers);
  const rewardsByMember = Map.groupBy(rewards, ({ membership }) => membership);
  return members.map((member) => loyaltyUserV4(member, rewardsByMember.get(member.number) ?? [], urlOf(member)));
}

function urlOf({ cardCode, id }: LoyaltyUser): string {
  return `${PUBLIC_URL}/l/${cardCode}/${id}`;
}
