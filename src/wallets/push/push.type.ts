import { builder } from '../../api/builder.ts';
import { findCampaignName } from '../../messaging/content/campaign-name.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { type Push, pushRow } from './push.ts';

export const PushType = builder.objectType(builder.objectRef<Push>('WalletPush'), {
  interfaces: [NodeType],
  description: 'A message to people who have a coupon or a loyalty card in the wallet of their phone.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`psh_` followed by 16 characters.' }),
    campaignId: t.exposeID('campaignId', { description: 'The id of the coupon (`cam_…`) or loyalty card (`loy_…`).' }),
    campaignName: t.string({
      nullable: true,
      description: 'The name of the coupon or loyalty card. Null if it was deleted.',
      cost: { own: 5 },
      resolve: ({ campaignId }, _, { services }) => findCampaignName(services.database, campaignId),
    }),
    message: t.exposeString('message', { description: 'The message.' }),
    recipients: t.exposeInt('recipients', {
      description: 'The number of coupon sessions or loyalty users that had a pass, not of devices.',
    }),
    notified: t.exposeInt('notified', {
      description: 'The number of devices in Apple Wallet and of passes in Google Wallet that were notified so far.',
    }),
    failed: t.exposeInt('failed', {
      description:
        'The number of devices and passes that could not be notified: they are no longer there, or the platform refused or did not answer.',
    }),
    unnotified: t.exposeInt('unnotified', {
      description:
        'The number of passes, contained in `notified`, that show the message without a notification. Google allows three notifications of a pass in 24 hours.',
    }),
    fetched: t.exposeInt('fetched', {
      description:
        'The number of devices in Apple Wallet that asked for their changed passes since, and so show the message. Counted once a second.',
    }),
    jobId: t.exposeID('jobId', {
      nullable: true,
      description:
        'The id of the job that tells devices and passes. `pauseJob`, `resumeJob` and `cancelJob` control it. Null if there is nobody to tell.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the message was sent.' }),
  }),
});

readableById(PushType, { form: idPattern('walletPush'), find: ofAccount(pushRow) });

export interface SentPush {
  push: Push;
  recipients: number;
}

export const SentPushType = builder.objectType(builder.objectRef<SentPush>('SentPush'), {
  description: 'The result of sending a push message.',
  fields: (t) => ({
    push: t.field({ type: PushType, description: 'The push message.', resolve: ({ push }) => push }),
    recipients: t.exposeInt('recipients', {
      description: 'The number of coupon sessions or loyalty users that have a pass, not of devices.',
    }),
  }),
});
