import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { notifyOfCampaign } from '../notification/pass-notifications.ts';
import { markCampaigns } from '../pass/wallet-campaign.ts';
import { requireSmallPass } from '../pass-file/pass-file.ts';
import { designCampaignId, designFields } from './design.inputs.ts';
import { takePictures } from './design-pictures.ts';
import { requireUsedTexts } from './design-texts.ts';
import {
  blankDesign,
  changedDesign,
  type DesignCampaign,
  type DesignChanges,
  designRow,
  namesOfCampaign,
  type PictureField,
  picturesOf,
  readDesign,
  requireDesignCampaign,
  saveDesign,
  type WalletDesign,
} from './wallet-design.ts';
import { WalletDesignType } from './wallet-design.type.ts';
import {
  deleteDesign,
  exchangePictures,
  filesOf,
  findPictureFiles,
  shownDesign,
  type WalletPicture,
} from './wallet-picture.ts';

mutation({
  name: 'updateWalletDesign',
  description:
    'Changes the wallet design of a coupon or loyalty card, or creates one if there is none. Omitted fields keep their values; `null` clears a field. The service fetches images before it changes anything. If an image is unusable, the call fails with the reason. Phones with passes of the campaign fetch the passes again.',
  scope: 'WRITE',
  input: z.object({ campaign: designCampaignId, ...designFields }),
  type: WalletDesignType,
  problems: ['COUPON_NOT_FOUND', 'LOYALTY_CARD_NOT_FOUND', 'TOO_MANY_WALLET_PICTURES'],
  prepare: async ({ input, viewer, services, database }) => {
    const campaign = await requireDesignCampaign(database, viewer.account.id, input.campaign);
    requireUsedTexts('coupon' in campaign ? 'COUPON' : 'CARD', input);
    const pictures = await takePictures(services, viewer, input);
    const { design } = await changedBy(database, campaign, input, pictures);
    const known = new Map([...pictures.values()].map((picture) => [picture.id, filesOf(picture)]));
    const find = async (id: string) => known.get(id) ?? findPictureFiles(database, id);
    await requireSmallPass(viewer.account, campaign, await shownDesign(design, find));
    return pictures;
  },
  run: async ({ input, viewer, transaction, prepared: pictures }) => {
    const campaign = await requireDesignCampaign(transaction, viewer.account.id, input.campaign, 'exclusive');
    const { former, design } = await changedBy(transaction, campaign, input, pictures);
    await saveDesign(transaction, design, former === null);
    const dropped = former ? replacedIn(former, design) : [];
    await exchangePictures(transaction, design.accountId, { added: [...pictures.values()], dropped });
    await markCampaigns(transaction, [design]);
    await notifyOfCampaign(transaction, design);
    return design;
  },
});

async function changedBy(
  connection: Connection,
  campaign: DesignCampaign,
  input: DesignChanges,
  pictures: ReadonlyMap<PictureField, WalletPicture>,
): Promise<{ former: WalletDesign | null; design: WalletDesign }> {
  const names = namesOfCampaign(campaign);
  const former = await readDesign(connection, names.campaignId);
  const ids = new Map([...pictures].map(([field, { id }]) => [field, id]));
  return { former, design: changedDesign(former ?? blankDesign(names), input, ids) };
}

function replacedIn(former: WalletDesign, design: WalletDesign): string[] {
  const kept = picturesOf(design);
  return picturesOf(former).filter((id) => !kept.includes(id));
}

mutation({
  name: 'removeWalletDesign',
  description:
    'Removes the wallet design of a coupon or loyalty card and returns it. The passes have the default look again, and phones with these passes fetch them again.',
  scope: 'WRITE',
  input: z.object({ campaign: designCampaignId }),
  type: WalletDesignType,
  problems: ['COUPON_NOT_FOUND', 'LOYALTY_CARD_NOT_FOUND', 'WALLET_DESIGN_NOT_FOUND'],
  run: async ({ input: { campaign: campaignId }, viewer, transaction }) => {
    await requireDesignCampaign(transaction, viewer.account.id, campaignId, 'exclusive');
    const design = await requireRow(transaction, designRow, { campaignId });
    await deleteDesign(transaction, design);
    await markCampaigns(transaction, [design]);
    await notifyOfCampaign(transaction, design);
    return design;
  },
});
