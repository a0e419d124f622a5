import { transactFor } from '../../accounts/account/account-root.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { deleteRows } from '../../kernel/database/rows.ts';
import type { RemovalStep } from '../../kernel/jobs/removal.ts';
import { picturesOf, readDesign, type WalletDesign, walletDesigns } from './wallet-design.ts';
import { exchangePictures } from './wallet-picture.ts';

/** Removes a design, and its pictures unless other designs have them too. */
export async function deleteDesign(transaction: Transaction, design: WalletDesign): Promise<void> {
  await deleteRows(transaction, walletDesigns, { campaignId: design.campaignId });
  await exchangePictures(transaction, design.accountId, { added: [], dropped: picturesOf(design) });
}

/** Removes the design of a coupon or loyalty card that was deleted. */
export const removeDesign: RemovalStep = async (database, campaignId) => {
  const design = await readDesign(database, campaignId);
  if (design) await transactFor(database, design.accountId, (transaction) => deleteDesign(transaction, design));
  return true;
};
