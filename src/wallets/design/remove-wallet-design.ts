import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { markCampaigns } from '../pass/wallet-campaign.ts';
import { tellOfCampaign } from '../telling/told-changes.ts';
import { designCampaignId } from './design.inputs.ts';
import { requireDesignCampaign } from './design-campaign.ts';
import { deleteDesign } from './design-removal.ts';
import { designRow } from './wallet-design.ts';
import { WalletDesignType } from './wallet-design.type.ts';

mutation({
  name: 'removeWalletDesign',
  description:
    'Removes the wallet design of a coupon or loyalty card and returns it. The passes look as usual again, and phones that have them fetch them.',
  scope: 'WRITE',
  input: z.object({ campaign: designCampaignId }),
  type: WalletDesignType,
  problems: ['COUPON_NOT_FOUND', 'LOYALTY_CARD_NOT_FOUND', 'WALLET_DESIGN_NOT_FOUND'],
  run: async ({ input: { campaign: campaignId }, viewer, transaction }) => {
    await requireDesignCampaign(transaction, viewer.account.id, campaignId, 'exclusive');
    const design = await requireRow(transaction, designRow, { campaignId });
    await deleteDesign(transaction, design);
    await markCampaigns(transaction, [design]);
    await tellOfCampaign(transaction, design);
    return design;
  },
});
