import { z } from 'zod';
import { idText } from '../../api/inputs.ts';
import { directoryId } from '../directory/directory.inputs.ts';

export const directoryCampaignId = idText('the id of a campaign').meta({
  scalar: 'ID',
  idKinds: ['coupon', 'loyaltyCard'],
  description: 'The campaign: a coupon (`cam_…`) or a loyalty card (`loy_…`).',
});

export const campaignName = { directory: directoryId, campaign: directoryCampaignId };

export const paid = z.boolean().meta({ description: 'Whether only members with paid access can open the campaign.' });
