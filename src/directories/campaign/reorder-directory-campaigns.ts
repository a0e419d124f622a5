import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow } from '../../kernel/database/rows.ts';
import { directoryId } from '../directory/directory.inputs.ts';
import { directoryRow } from '../directory/directory.ts';
import { DirectoryType } from '../directory/directory.type.ts';
import { recordDirectory } from '../directory/directory-events.ts';
import { directoryCampaignId } from './campaign.inputs.ts';
import { reorderPlacements } from './placement.ts';

mutation({
  name: 'reorderDirectoryCampaigns',
  description:
    'Moves campaigns of a directory to the top, in the given order. The other campaigns keep their order. On the page, the order applies within each category.',
  scope: 'WRITE',
  input: z.object({
    directory: directoryId,
    campaigns: z
      .array(directoryCampaignId)
      .min(1)
      .max(1000)
      .meta({ description: 'The campaigns to move to the top, in order.' }),
  }),
  type: DirectoryType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_CAMPAIGN_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const directory = await lockRow(transaction, directoryRow, { accountId: viewer.account.id, id: input.directory });
    await reorderPlacements(transaction, directory, input.campaigns);
    await recordDirectory(transaction, directory, 'directory_updated', viewer.keyId);
    return directory;
  },
});
