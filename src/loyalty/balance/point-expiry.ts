import { onClockOf } from '../../accounts/account/account-clock.ts';
import { rootOf, transactFor } from '../../accounts/account/account-root.ts';
import type { ClockFollower } from '../../accounts/testing/clock-followers.ts';
import type { Connection, Database } from '../../kernel/database/database.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import { changeBalances } from './balance-changes.ts';

interface DueMember {
  accountId: string;
  card: string;
  user: string;
}

const membersAtOnce = 20;

/** Takes expired points from up to 200 members. Returns the number of members whose points expired. */
export async function expirePoints(database: Database): Promise<number> {
  return expireOf(database, await dueMembers(database, '1 = 1', { at: now() }));
}

/** Makes points expire on the clock of a test account. */
export const followedPoints: ClockFollower = {
  nextDue: async (connection, accountId) => {
    const [next] = await connection.rows<{ at: Instant | null }>(
      `SELECT MIN(p.expires_at) AS at FROM point_lots p JOIN loyalty_members m ON m.number = p.member
         JOIN loyalty_cards c ON c.id = m.card_id WHERE m.account_id = ? AND c.deleted_at IS NULL`,
      [accountId],
    );
    return next?.at ?? null;
  },
  follow: async (database, accountId) => {
    const values = { accountId, at: now() };
    while ((await expireOf(database, await dueMembers(database, 'm.account_id = :accountId', values))) > 0) {
      // Each turn takes the points of some members.
    }
  },
};

function dueMembers(connection: Connection, condition: string, values: { at: Instant; accountId?: string }) {
  return connection.rows<DueMember>(
    `SELECT DISTINCT m.account_id AS accountId, m.card_id AS card, m.user_id AS user
       FROM point_lots p JOIN loyalty_members m ON m.number = p.member JOIN loyalty_cards c ON c.id = m.card_id
       WHERE p.expires_at <= :at AND ${condition} AND c.deleted_at IS NULL LIMIT ${membersAtOnce}`,
    { ...values },
  );
}

async function expireOf(database: Database, due: readonly DueMember[]): Promise<number> {
  let expired = 0;
  for (const members of Map.groupBy(due, ({ card }) => card).values()) {
    const [{ accountId = '' } = {}] = members;
    const rootId = await rootOf(database, accountId);
    const calls = members.map((member) => ({ ...member, rootId, keyId: null, request: { action: 'EXPIRE' as const } }));
    const outcomes = await onClockOf(database, accountId, () =>
      transactFor(database, accountId, (transaction) => changeBalances(transaction, calls)),
    );
    expired += outcomes.filter((outcome) => !(outcome instanceof Problem)).length;
  }
  return expired;
}
