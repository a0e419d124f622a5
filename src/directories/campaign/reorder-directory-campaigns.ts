import { z } from 'zod';
import { mutation } from '../../kernel/api/mutation.ts';
import { requireRow } from '../../kernel/database/single-row.ts';
import { directoryId } from '../directory/directory.inputs.ts';
import { directoryRow } from '../directory/directory.ts';
import { DirectoryType } from '../directory/directory.type.ts';
import { recordDirectory } from '../directory/directory-events.ts';
import { directoryCampaignId } from './campaign.inputs.ts';
import { reorderPlacements } from './placement.ts';

mutation({
  name: 'reorderDirectoryCampaigns',
  description:
    'Puts campaigns of a directory first, in the given order. The others follow as they were. On the page each category has its own in this order.',
  scope: 'WRITE',
  input: z.object({
    directory: directoryId,
    campaigns: z.array(directoryCampaignId).min(1).max(1000).meta({ description: 'The campaigns that come first.' }),
  }),
  type: DirectoryType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_CAMPAIGN_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const directory = await requireRow(
      transaction,
      directoryRow,
      { accountId: viewer.account.id, id: input.directory },
      'exclusive',
    );
    await reorderPlacements(transaction, directory, input.campaigns);
    await recordDirectory(transaction, directory, 'directory_updated', viewer.keyId);
    return directory;
  },
});
