import type { Transaction } from '../../kernel/database/database.ts';
import { hasRow } from '../../kernel/database/rows.ts';
import { followLog } from '../../kernel/event-log/log-follower.ts';
import { removePasses } from '../device/pass-removal.ts';
import { walletPasses } from '../pass/pass.ts';
import { markPasses } from '../pass/pass-marks.ts';
import { markCampaigns } from '../pass/wallet-campaign.ts';
import { tellOfCampaign, tellOfChanges } from '../telling/told-changes.ts';
import { passesTouched } from './touched-passes.ts';

const positionsAtOnce = 2000;
const idsAtOnce = 500;

/**
 * Follows the event log and marks the passes that show something else now. No operation needs to know of passes: an
 * event of their session, user or campaign is enough.
 */
export const walletUpdates = followLog('wallet-updates', {
  subject: 'wallet passes',
  cursor: 'wallet_updates',
  step:
    () =>
    async (transaction, { after, last }) => {
      // A pass that is made from now on shows what these events tell.
      if (!(await hasRow(transaction, walletPasses))) return { position: last };
      const position = Math.min(last, after + positionsAtOnce);
      await markTouched(transaction, after, position);
      return { position };
    },
});

async function markTouched(transaction: Transaction, after: number, upTo: number): Promise<void> {
  const { changed, removed, campaigns } = await passesTouched(transaction, after, upTo);
  for (const ids of chunksOf(changed)) {
    await markPasses(transaction, ids);
    await tellOfChanges(transaction, ids);
  }
  for (const ids of chunksOf(removed)) await removePasses(transaction, ids);
  await markCampaigns(transaction, campaigns);
  for (const campaign of campaigns) await tellOfCampaign(transaction, campaign);
}

/** The ids are sorted, so that transactions that mark the same passes lock them in the same order. */
function chunksOf(ids: readonly string[]): string[][] {
  const sorted = ids.toSorted();
  return Array.from({ length: Math.ceil(sorted.length / idsAtOnce) }, (_, index) =>
    sorted.slice(index * idsAtOnce, (index + 1) * idsAtOnce),
  );
}
