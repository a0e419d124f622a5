import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { type LoyaltyCard, loyaltyCards } from './card.ts';

/** A card at its public address, with the name of its account and the time zone in which customers see dates. */
export type PublicCard = LoyaltyCard & { accountName: string; timezone: string };

const columns = selectList({ ...columnsOf(loyaltyCards, 'c'), accountName: 'a.name', timezone: 'a.timezone' });

export async function findPublicCard(connection: Connection, code: string): Promise<PublicCard | null> {
  const [card] = await connection.rows<PublicCard>(
    `SELECT ${columns} FROM loyalty_cards c JOIN accounts a ON a.id = c.account_id
     WHERE c.code = ? AND c.deleted_at IS NULL AND a.closed_at IS NULL`,
    [code],
  );
  return card ?? null;
}
