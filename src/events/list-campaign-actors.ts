import { z } from 'zod';
import { query } from '../api/query.ts';
import { actorsOf } from './campaign-actor.ts';
import { CampaignActorType } from './campaign-actor.type.ts';
import { campaignId } from './event.inputs.ts';

query({
  name: 'campaignActors',
  description:
    'The actors of the newest 1,000 kept events of a coupon, loyalty card or directory, most active first. A plain list. Empty if the account has no such campaign.',
  scope: 'READ',
  input: z.object({ campaign: campaignId }),
  type: [CampaignActorType],
  // Counts up to 1,000 rows.
  cost: { own: 50 },
  problems: [],
  run: ({ input: { campaign }, viewer, database }) => actorsOf(database, { accountId: viewer.account.id, campaign }),
});
