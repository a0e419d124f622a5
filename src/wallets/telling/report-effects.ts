import { transactFor } from '../../accounts/account/account-root.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Integration } from '../../messaging/integration/integration.ts';
import type { SavedOrRemoved } from '../google/callback.ts';
import { noteNonce } from '../google-pass/google-nonce.ts';
import { noteReport } from '../google-pass/google-report.ts';
import type { WalletPass } from '../pass/pass.ts';
import { tellOfMissed } from './told-changes.ts';

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
