import { transactFor } from '../../accounts/account/account-root.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { deleteRows } from '../../kernel/database/rows.ts';
import type { RemovalStep } from '../../kernel/jobs/removal.ts';
import { picturesOf, readDesign, type WalletDesign, walletDesigns } from './wallet-design.ts';
import { exchangePictures } from './wallet-picture.ts';

export async function deleteDesign(transaction: Transaction, design: WalletDesign): Promise<void> {
  await deleteRows(transaction, walletDesigns, { campaignId: design.campaignId });
  await exchangePictures(transaction, design.accountId, { added: [], dropped: picturesOf(design) });
}

export const removeDesign: RemovalStep = async (database, campaignId) => {
  const design = await readDesign(database, campaignId);
  if (design) await transactFor(database, design.accountId, (transaction) => deleteDesign(transaction, design));
  return true;
};
