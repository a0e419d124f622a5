import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { deleteRows, lockRow } from '../../kernel/database/rows.ts';
import { directoryRow, recordInDirectory } from '../directory/directory.ts';
import { DirectoryType } from '../directory/directory.type.ts';
import { campaignName } from './campaign.inputs.ts';
import { placements, requirePlacement } from './placement.ts';

export const removeDirectoryCampaign = mutation({
  name: 'removeDirectoryCampaign',
  description: 'Removes a campaign from a directory. The campaign and the sessions of members stay.',
  scope: 'WRITE',
  input: z.object(campaignName),
  type: DirectoryType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_CAMPAIGN_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const directory = await lockRow(transaction, directoryRow, { accountId: viewer.account.id, id: input.directory });
    const placement = await requirePlacement(transaction, directory, input.campaign);
    await deleteRows(transaction, placements, { directoryId: directory.id, campaignId: placement.campaignId });
    await recordInDirectory(transaction, directory, 'directory_campaign_removed', viewer.keyId, placement);
    return directory;
  },
});
