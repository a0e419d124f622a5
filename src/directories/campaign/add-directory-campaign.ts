import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow } from '../../kernel/database/rows.ts';
import { category } from '../category/category.inputs.ts';
import { requireCategoryIn } from '../category/category.ts';
import { directoryRow, recordInDirectory } from '../directory/directory.ts';
import { DirectoryType } from '../directory/directory.type.ts';
import { campaignName, paid } from './campaign.inputs.ts';
import { requireCampaign } from './campaign.ts';
import { addPlacement } from './placement.ts';

export const addDirectoryCampaign = mutation({
  name: 'addDirectoryCampaign',
  description: 'Adds a campaign to a directory, after all others, optionally in a category.',
  scope: 'WRITE',
  input: z.object({ ...campaignName, category, paid: paid.default(false) }),
  type: DirectoryType,
  problems: [
    'DIRECTORY_NOT_FOUND',
    'COUPON_NOT_FOUND',
    'LOYALTY_CARD_NOT_FOUND',
    'CATEGORY_NOT_FOUND',
    'DIRECTORY_CAMPAIGN_EXISTS',
  ],
  run: async ({ input, viewer, transaction }) => {
    const directory = await lockRow(transaction, directoryRow, { accountId: viewer.account.id, id: input.directory });
    await requireCampaign(transaction, viewer.account.id, input.campaign);
    if (input.category) await requireCategoryIn(transaction, directory, input.category);
    const placement = await addPlacement(transaction, directory, input);
    await recordInDirectory(transaction, directory, 'directory_campaign_added', viewer.keyId, placement);
    return directory;
  },
});
