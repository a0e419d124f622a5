import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow, updateRows } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { category } from '../category/category.inputs.ts';
import { requireCategoryIn } from '../category/category.ts';
import { directoryRow, recordInDirectory } from '../directory/directory.ts';
import { DirectoryType } from '../directory/directory.type.ts';
import { campaignName, paid } from './campaign.inputs.ts';
import { placements, requirePlacement } from './placement.ts';

mutation({
  name: 'updateDirectoryCampaign',
  description:
    'Moves a campaign of a directory to another category, or changes whether it is paid content. Omitted fields keep their values; `category: null` removes it from its category.',
  scope: 'WRITE',
  input: z.object({ ...campaignName, category, paid: paid.nullish() }),
  type: DirectoryType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_CAMPAIGN_NOT_FOUND', 'CATEGORY_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const directory = await lockRow(transaction, directoryRow, { accountId: viewer.account.id, id: input.directory });
    const placement = await requirePlacement(transaction, directory, input.campaign);
    if (input.category) await requireCategoryIn(transaction, directory, input.category);
    if (input.category !== undefined) placement.categoryId = input.category;
    if (input.paid != null) placement.paidSince = input.paid ? (placement.paidSince ?? now()) : null;
    const { directoryId, campaignId, categoryId, paidSince } = placement;
    await updateRows(transaction, placements, { directoryId, campaignId }, { categoryId, paidSince });
    await recordInDirectory(transaction, directory, 'directory_campaign_updated', viewer.keyId, placement);
    return directory;
  },
});
