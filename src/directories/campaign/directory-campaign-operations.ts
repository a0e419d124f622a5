import { z } from 'zod';
import { idText } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { query } from '../../api/query.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { deleteRows, lockRow, shareRow, updateRows } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { cardRow } from '../../loyalty/card/card.ts';
import { CouponSessionType } from '../../sessions/session/session.type.ts';
import { category } from '../category/category.inputs.ts';
import { requireCategoryIn } from '../category/category.ts';
import { directoryId } from '../directory/directory.inputs.ts';
import { directoryRow, recordInDirectory } from '../directory/directory.ts';
import { DirectoryType } from '../directory/directory.type.ts';
import { recordDirectory } from '../directory/directory-events.ts';
import { directoryUserKey } from '../user/user.inputs.ts';
import { requireDirectoryUser } from '../user/user.ts';
import { openedSessions } from './campaign-opening.ts';
import { addPlacement, movePlacement, placements, reorderPlacements, requirePlacement } from './placement.ts';

const directoryCampaignId = idText('the id of a campaign').meta({
  scalar: 'ID',
  idKinds: ['coupon', 'loyaltyCard'],
  description: 'The campaign: a coupon (`cam_…`) or a loyalty card (`loy_…`).',
});

const campaignName = { directory: directoryId, campaign: directoryCampaignId };

const paid = z.boolean().meta({ description: 'Whether only members with paid access can open the campaign.' });

export const addDirectoryCampaign = mutation({
  name: 'addDirectoryCampaign',
  description: 'Adds a campaign to the end of a directory, optionally in a category.',
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

mutation({
  name: 'updateDirectoryCampaign',
  description:
    'Moves a campaign of a directory to another category, or changes whether it is paid content. Omitted fields keep their values; `category: null` removes the campaign from its category.',
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

mutation({
  name: 'moveDirectoryCampaign',
  description:
    'Moves a campaign of a directory directly after another campaign. Can also move it to a category. The other campaigns keep their order. On the page, the order applies within each category.',
  scope: 'WRITE',
  input: z.object({
    ...campaignName,
    after: directoryCampaignId.nullish().meta({
      description:
        'The campaign (`cam_…` or `loy_…`) after which to place the moved campaign. Default: the first position.',
    }),
    category: category.meta({
      description:
        'The category to move the campaign to. `null` removes the campaign from its category. Default: no change.',
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

export const removeDirectoryCampaign = mutation({
  name: 'removeDirectoryCampaign',
  description: 'Removes a campaign from a directory. The campaign and the sessions of members are kept.',
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

query({
  name: 'directoryUserSessions',
  description:
    'The sessions that a member received by opening coupons in a directory, most recent first. At most 200 sessions, not paginated.',
  scope: 'READ',
  input: z.object(directoryUserKey),
  type: [CouponSessionType],
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_USER_NOT_FOUND'],
  run: async ({ input, viewer, database }) => {
    const { user } = await requireDirectoryUser(database, { accountId: viewer.account.id, ...input });
    return openedSessions(database, user);
  },
});

/** Requires that the account has the campaign. Throws `COUPON_NOT_FOUND` or `LOYALTY_CARD_NOT_FOUND`. */
async function requireCampaign(transaction: Transaction, accountId: string, id: string): Promise<void> {
  if (id.startsWith('loy_')) await shareRow(transaction, cardRow, { accountId, id });
  else await shareRow(transaction, couponRow, { accountId, id });
}
