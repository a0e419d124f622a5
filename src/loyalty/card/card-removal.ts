import type { Database } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import type { Job } from '../../kernel/jobs/job.ts';
import { removeMemberships } from '../user/membership-removal.ts';

const chunk = 1000;

/** Removes a deleted card with its users, a chunk at each step, so that no lock is held for long. Its events stay. */
export async function purgeLoyaltyCard(database: Database, { input }: Job): Promise<boolean> {
  const { card } = JSON.parse(input) as { card: string };
  const members = await database.rows<{ number: number; user: string }>(
    ...bind(
      `SELECT m.number AS number, m.user_id AS user FROM loyalty_memberships m WHERE m.card_id = :card LIMIT ${chunk}`,
      { card },
    ),
  );
  if (members.length > 0) {
    await database.transaction((transaction) => removeMemberships(transaction, members));
    return false;
  }
  await database.transaction(async (transaction) => {
    await transaction.change('DELETE FROM loyalty_rewards WHERE card_id = ?', [card]);
    await transaction.change('DELETE FROM placements WHERE campaign_id = ?', [card]);
    await transaction.change('DELETE FROM loyalty_cards WHERE id = ? AND deleted_at IS NOT NULL', [card]);
  });
  return true;
}
