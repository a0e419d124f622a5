import { z } from 'zod';
import { emailText, words } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import type { Viewer } from '../../api/viewer.ts';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { JobType } from '../../jobs/job.type.ts';
import { requireRoomForJob } from '../../jobs/job-room.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { Problem } from '../../kernel/problem.ts';
import { addContent, type NewContent } from '../../messaging/content/message-content.ts';
import { noSender, senderOf } from '../../messaging/content/rendering.ts';
import { type Integration, requireIntegration } from '../../messaging/integration/integration.ts';
import { messageChannel } from '../../messaging/message/message.inputs.ts';
import { whyUnusable } from '../../messaging/send/letter.ts';
import { couponContent } from '../draft/draft-content.ts';
import { contactGroupId } from '../group/contact-group.inputs.ts';
import { requireGroup, serviceOf } from '../group/contact-group.ts';
import { type GroupProgress, type GroupSending, sendToGroupJob } from './group-sending-job.ts';

mutation({
  name: 'sendToGroup',
  description:
    'Sends a coupon to all current contacts of a group in the background, with a new session for each contact. `job` shows the progress; `pauseJob`, `resumeJob` and `cancelJob` control it. Addresses on the opt-out list are skipped. Contacts who already received the coupon receive it again. A coupon that is voided, locked or expired is not sent.',
  scope: 'SEND',
  input: z.object({
    group: contactGroupId,
    campaign: couponId,
    channel: messageChannel
      .nullish()
      .meta({ description: 'If given, a group with another channel counts as not found.' }),
    subject: words(
      200,
      'The subject of emails',
      ' Not allowed for SMS. Default: the subject set on the coupon, otherwise a standard subject.',
    ),
    body: emailText.nullish().meta({
      description:
        'Body of the messages, with the placeholders [FIRSTNAME] [LASTNAME] [NAME] [URL], at most 50,000 characters for email and 1,000 for SMS. Default: the body set on the coupon, otherwise a standard body.',
    }),
  }),
  type: JobType,
  problems: [
    'NO_EMAIL_SERVICE',
    'NO_SMS_SERVICE',
    'CONTACT_GROUP_NOT_FOUND',
    'COUPON_NOT_FOUND',
    'EMAIL_NOT_SENT',
    'SMS_NOT_SENT',
    'TOO_MANY_JOBS',
  ],
  cost: { bulk: true },
  run: async ({ input, viewer, transaction, services: { publicUrl } }) => {
    const { account, keyId } = viewer;
    await requireRoomForJob(transaction, account.id);
    const name = { accountId: account.id, id: input.group, channel: input.channel };
    // The lock waits for concurrent changes of the group, so that `last` and the number of contacts agree.
    const group = await requireGroup(transaction, name, 'shared');
    const coupon = await requireRow(transaction, couponRow, { accountId: account.id, id: input.campaign });
    const unusable = whyUnusable(coupon);
    if (unusable) throw new Problem(`${group.channel}_NOT_SENT`, `Nothing was sent: ${unusable}.`);
    const integration = await requireIntegration(transaction, account.id, serviceOf(group.channel));
    const content = couponContent(group.channel, coupon, input);
    if (group.channel === 'EMAIL') requireSender(content, integration, viewer);
    const sending: GroupSending = {
      group: group.id,
      channel: group.channel,
      coupon: coupon.id,
      contentId: await addContent(transaction, account.id, content),
      keyId,
      publicUrl,
      last: group.lastNumber,
    };
    const progress: GroupProgress = { requested: group.contacts, created: 0, after: 0, complete: false };
    return later(transaction, sendToGroupJob, sending, { accountId: account.id, progress });
  },
});

function requireSender(content: NewContent, { shown }: Integration, { account }: Viewer): void {
  const { from = null } = JSON.parse(shown) as { from?: string | null };
  if (!senderOf(content, { from, account })) throw new Problem('EMAIL_NOT_SENT', `Emails not sent: ${noSender}.`);
}
