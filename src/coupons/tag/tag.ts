import { column, reference, table } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { deleteRows, findRows, insertRows } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';

export const couponTags = table({
  name: 'CouponTag',
  tableName: 'coupon_tags',
  columns: {
    couponId: column.key(column.text(16)),
    tag: column.key(column.text(50)),
  },
  foreignKeys: [reference('coupon_tags_coupon_fk', 'couponId', 'coupons', 'CASCADE')],
});

/** The maximum number of different tags of the coupons of an account. A list contains all of them. */
const maxTags = 1000;

/**
 * Checks the limit. Throws `TOO_MANY_TAGS`. Takes no lock, because the lists stay short even if a few simultaneous
 * calls exceed it.
 */
export async function requireRoomForTags(
  connection: Connection,
  { id, accountId }: { id: string; accountId: string },
  tags: readonly string[],
): Promise<void> {
  const present = await findRows(connection, couponTags, { couponId: id }, { select: ['tag'] });
  const added = tags.filter((tag) => !present.some((one) => one.tag === tag));
  if (added.length === 0) return;
  const found = await connection.rows<Pick<Tag, 'tag'>>(
    `SELECT DISTINCT t.tag AS tag FROM coupons c JOIN coupon_tags t ON t.coupon_id = c.id
       WHERE c.account_id = ? AND c.deleted_at IS NULL LIMIT ${maxTags}`,
    [accountId],
  );
  const all = new Set([...found.map(({ tag }) => tag), ...added]);
  if (all.size > maxTags) throw new Problem('TOO_MANY_TAGS');
}

export async function setTags(transaction: Transaction, couponId: string, tags: readonly string[]): Promise<void> {
  await deleteRows(transaction, couponTags, { couponId });
  if (tags.length > 0)
    await insertRows(
      transaction,
      couponTags,
      [...new Set(tags)].map((tag) => ({ couponId, tag })),
    );
}

export interface Tag {
  tag: string;
  coupons: number;
}

export function tagId({ tag }: Pick<Tag, 'tag'>): string {
  return `tag_${tag}`;
}

export async function tagsOf(connection: Connection, accountId: string, tags?: readonly string[]): Promise<Tag[]> {
  const rows = await connection.rows<Tag>(
    `SELECT t.tag AS tag, COUNT(*) AS coupons FROM coupon_tags t JOIN coupons c ON c.id = t.coupon_id
       WHERE c.account_id = :accountId AND c.deleted_at IS NULL ${tags ? 'AND t.tag IN (:tags)' : ''}
       GROUP BY t.tag ORDER BY t.tag`,
    { accountId, tags },
  );
  return rows.map((row) => ({ ...row, coupons: Number(row.coupons) }));
}

export async function requireTag(connection: Connection, accountId: string, tag: string): Promise<Tag> {
  const [found] = await tagsOf(connection, accountId, [tag]);
  if (!found) throw new Problem('TAG_NOT_FOUND');
  return found;
}

export async function renameTag(transaction: Transaction, accountId: string, tag: string, name: string): Promise<Tag> {
  await requireTag(transaction, accountId, tag);
  const carrying = 'JOIN coupons c ON c.id = t.coupon_id WHERE c.account_id = :accountId AND t.tag = :tag';
  const copy = `${transaction.dialect.insertIfAbsent} INTO coupon_tags (coupon_id, tag) SELECT t.coupon_id, :name FROM coupon_tags t ${carrying}`;
  await transaction.change(copy, { accountId, tag, name });
  if (name !== tag) await removeTag(transaction, accountId, tag);
  const [renamed] = await tagsOf(transaction, accountId, [name]);
  return renamed ?? { tag: name, coupons: 0 };
}

export async function removeTag(transaction: Transaction, accountId: string, tag: string): Promise<void> {
  // Reads the coupons first: for `IN (SELECT …)` in a DELETE, MariaDB scans and locks the whole table.
  const carrying = await transaction.rows<{ id: string }>(
    'SELECT c.id AS id FROM coupons c JOIN coupon_tags t ON t.coupon_id = c.id WHERE c.account_id = ? AND t.tag = ?',
    [accountId, tag],
  );
  await deleteRows(transaction, couponTags, { couponId: carrying.map(({ id }) => id), tag });
}
