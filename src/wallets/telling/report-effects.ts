import { transactFor } from '../../accounts/account/account-root.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { requireRow } from '../../kernel/database/single-row.ts';
import type { Integration } from '../../messaging/integration/integration.ts';
import type { SavedOrRemoved } from '../google/callback.ts';
import { noteNonce } from '../google-pass/google-nonce.ts';
import { noteReport } from '../google-pass/google-report.ts';
import { passRow, type WalletPass } from '../pass/pass.ts';
import { changedAt, findCampaign } from '../pass-file/pass-version.ts';
import { tellHolders } from './push-job.ts';

/** Notes that somebody saved or removed a pass in Google Wallet. Returns false for a report that was accepted before. */
export function applyReport(
  database: Database,
  { id: integrationId, accountId }: Pick<Integration, 'id' | 'accountId'>,
  { pass, report }: { pass: WalletPass; report: SavedOrRemoved },
): Promise<boolean> {
  return transactFor(database, accountId, async (transaction) => {
    if (!(await noteNonce(transaction, { integrationId, ...report }))) return false;
    if (await noteReport(transaction, pass, report)) await tellOfMissed(transaction, pass.id);
    return true;
  });
}

/** Tells Google of changes since the pass was made: the link that saved it may be older than they are. */
async function tellOfMissed(transaction: Transaction, passId: string): Promise<void> {
  const pass = await requireRow(transaction, passRow, { id: passId }, 'exclusive');
  const changed = changedAt(pass, await findCampaign(transaction, pass));
  if (changed > pass.createdAt) await tellHolders(transaction, pass.accountId, { passes: [passId], urgent: true });
}
