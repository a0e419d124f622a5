import type { Connection, Transaction } from '../../kernel/database/database.ts';

/** A word that coupons of the account carry. */
export interface Tag {
  tag: string;
  /** How many coupons carry it. */
  coupons: number;
}

/** The tags of the account in alphabetical order, or one of them. */
export async function tagsOf(connection: Connection, accountId: string, tag?: string): Promise<Tag[]> {
  const rows = await connection.rows<Tag>(
    `SELECT t.tag AS tag, COUNT(*) AS coupons FROM coupon_tags t JOIN coupons c ON c.id = t.coupon_id
     WHERE c.account_id = ? AND c.deleted_at IS NULL ${tag === undefined ? '' : 'AND t.tag = ?'} GROUP BY t.tag ORDER BY t.tag`,
    tag === undefined ? [accountId] : [accountId, tag],
  );
  return rows.map((row) => ({ ...row, coupons: Number(row.coupons) }));
}

/** Takes a tag from all coupons of the account. */
export async function removeTag(transaction: Transaction, accountId: string, tag: string): Promise<void> {
  await transaction.change(
    'DELETE FROM coupon_tags WHERE tag = ? AND coupon_id IN (SELECT c.id FROM coupons c WHERE c.account_id = ?)',
    [tag, accountId],
  );
}
