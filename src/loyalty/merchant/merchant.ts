import { instant, key, reference, type Stored, table, text, textOrNull } from '../../kernel/database/columns.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { findRows, rowOf } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';

export type Merchant = Stored<typeof merchants>;

export const merchants = table({
  name: 'Merchant',
  tableName: 'merchants',
  columns: {
    id: key(text(16)),
    accountId: text(20),
    name: text(100),
    address: textOrNull(255),
    zip: textOrNull(20),
    city: textOrNull(100),
    createdAt: instant,
  },
  indices: [{ name: 'merchants_account', columns: ['accountId', 'createdAt'] }],
  foreignKeys: [reference('merchants_account_fk', 'accountId', 'accounts')],
});

export const merchantRow = rowOf(merchants, { missing: 'MERCHANT_NOT_FOUND' });

/** Returns a merchant of the account, or null. Simultaneous calls share a statement. */
export const findMerchant = batched<Pick<Merchant, 'accountId' | 'id'>, Merchant | null>(async (database, wanted) => {
  const found = await findRows(database, merchantRow, { id: [...new Set(wanted.map(({ id }) => id))] });
  return wanted.map(
    ({ accountId, id }) => found.find((each) => each.id === id && each.accountId === accountId) ?? null,
  );
});

export const removeMerchants = removeRows('merchants', 'account_id', 500);
