import { builder } from '../../api/builder.ts';
import { shownColumns } from '../../api/noun-fields.ts';
import { findCampaignName } from '../../messaging/content/campaign-name.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { type Push, pushes, pushRow } from './push.ts';

export const PushType = builder.objectType(builder.objectRef<Push>('WalletPush'), {
  interfaces: [NodeType],
  description: 'A message on the wallet passes of a coupon or loyalty card.',
  fields: (t) => ({
    ...shownColumns(t, pushes, {
      id: '`psh_` followed by 16 characters.',
      campaignId: 'The id of the coupon (`cam_…`) or loyalty card (`loy_…`).',
      message: 'The message.',
      recipients: 'The number of coupon sessions or loyalty users that had a pass. Devices are not counted.',
      notified: 'The number of notified devices in Apple Wallet and notified passes in Google Wallet.',
      failed:
        'The number of devices and passes that could not be notified. They no longer exist, or the platform refused or did not respond.',
      unnotified:
        'The number of passes that show the message without a notification. `notified` includes them. Google allows three notifications per pass in 24 hours.',
      fetched:
        'The number of devices in Apple Wallet that have since requested their changed passes. These devices show the message. The number is updated once a second.',
      jobId:
        'The id of the job that notifies devices and passes. `pauseJob`, `resumeJob` and `cancelJob` control it. Null if there is nothing to notify.',
      createdAt: 'When the message was sent.',
    }),
    campaignName: t.string({
      nullable: true,
      description: 'The name of the coupon or loyalty card. Null if it has been deleted.',
      cost: { own: 5 },
      resolve: ({ campaignId }, _, { services }) => findCampaignName(services.database, campaignId),
    }),
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
      description: 'The number of coupon sessions or loyalty users that have a pass. Devices are not counted.',
    }),
  }),
});
