import { column, reference, type Stored, table } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { deleteRows, findRows, rowOf } from '../../kernel/database/rows.ts';

/** A purchase that gave points. The caller identifies it by a reference, so that it counts only once. */
export type Purchase = Stored<typeof purchases>;

export const purchases = table({
  name: 'LoyaltyPurchase',
  tableName: 'loyalty_purchases',
  columns: {
    cardId: column.key(column.text(16)),
    /** The number of a receipt or order, unique within the card. */
    reference: column.key(column.text(100)),
    member: column.bigNumber,
    /** The amount with three decimal places. */
    amount: column.text(20),
    /** The ledger entry that added the points. */
    entryId: column.text(20),
    createdAt: column.instant,
  },
  indices: [
    { name: 'loyalty_purchases_member', columns: ['member'] },
    { name: 'loyalty_purchases_entry', columns: ['entryId'], unique: true },
  ],
  foreignKeys: [
    {
      ...reference('loyalty_purchases_member_fk', 'member', 'loyalty_members'),
      referencedColumnNames: ['number'],
    },
  ],
});

export const purchaseRow = rowOf(purchases, { missing: 'PURCHASE_NOT_FOUND' });

/** Returns the purchase whose points a ledger entry added, or null. Simultaneous calls share a statement. */
export const findPurchaseOf = batched<string, Purchase | null>(async (database, entries) => {
  const rows = await findRows(database, purchases, { entryId: entries });
  const found = new Map(rows.map((row) => [row.entryId, row]));
  return entries.map((entry) => found.get(entry) ?? null);
}, 1000);

export async function removePurchases(transaction: Transaction, members: readonly number[]): Promise<void> {
  await deleteRows(transaction, purchases, { member: members });
}
