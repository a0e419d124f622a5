import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow, updateRows } from '../../kernel/database/rows.ts';
import { category } from '../category/category.inputs.ts';
import { requireCategoryIn } from '../category/category.ts';
import { directoryRow, recordInDirectory } from '../directory/directory.ts';
import { DirectoryType } from '../directory/directory.type.ts';
import { recordDirectory } from '../directory/directory-events.ts';
import { campaignName, directoryCampaignId } from './campaign.inputs.ts';
import { movePlacement, placements, requirePlacement } from './placement.ts';

mutation({
  name: 'moveDirectoryCampaign',
  description:
    'Moves a campaign of a directory directly after another one, and into a category if one is given. The others keep their order. On the page, the order applies within each category.',
  scope: 'WRITE',
  input: z.object({
    ...campaignName,
    after: directoryCampaignId.nullish().meta({
      description: 'The campaign (`cam_…` or `loy_…`) after which it comes. Default: it comes first.',
    }),
    category: category.meta({
      description:
        'The category to move it to. `null` removes it from its category. Default: it stays in its category.',
    }),
  }),
  type: DirectoryType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_CAMPAIGN_NOT_FOUND', 'CATEGORY_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const directory = await lockRow(transaction, directoryRow, { accountId: viewer.account.id, id: input.directory });
    const placement = await requirePlacement(transaction, directory, input.campaign);
    if (input.category) await requireCategoryIn(transaction, directory, input.category);
    if (input.category !== undefined && input.category !== placement.categoryId) {
      placement.categoryId = input.category;
      const { directoryId, campaignId, categoryId } = placement;
      await updateRows(transaction, placements, { directoryId, campaignId }, { categoryId });
      await recordInDirectory(transaction, directory, 'directory_campaign_updated', viewer.keyId, placement);
    }
    await movePlacement(transaction, directory, input.campaign, input.after ?? null);
    await recordDirectory(transaction, directory, 'directory_updated', viewer.keyId);
    return directory;
  },
});
