import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { emailText, optionalText } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { connection, query } from '../../api/query.ts';
import type { Viewer } from '../../api/viewer.ts';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { jobId, jobStatus } from '../../jobs/job.inputs.ts';
import { JobType } from '../../jobs/job.type.ts';
import { requireRoomForJob } from '../../jobs/job-room.ts';
import { listPage } from '../../kernel/database/list.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { jobRow, jobs } from '../../kernel/jobs/job.ts';
import { enqueue } from '../../kernel/jobs/job-queue.ts';
import { Problem } from '../../kernel/problem.ts';
import { addContent, type NewContent } from '../../messaging/content/message-content.ts';
import { noSender, senderOf } from '../../messaging/content/rendering.ts';
import { countFailures, countOpened, type MessageFailures, maxReasons } from '../../messaging/delivery/job-messages.ts';
import { type Integration, requireIntegration } from '../../messaging/integration/integration.ts';
import { messageChannel } from '../../messaging/message/message.inputs.ts';
import { whyUnusable } from '../../messaging/send/letter.ts';
import { couponContent } from '../draft/draft.ts';
import { contactGroupId } from '../group/contact-group.inputs.ts';
import { requireGroup, serviceOf } from '../group/contact-group.ts';
import { countReach, type GroupReach } from './group-reach.ts';
import { type GroupProgress, type GroupSending, sendToGroupJob } from './group-sending-job.ts';

const GroupReachType = builder.objectType(builder.objectRef<GroupReach>('GroupReach'), {
  description: 'How many contacts of a group a send reaches.',
  fields: (t) => ({
    contacts: t.exposeInt('contacts', {
      description:
        'The number of contacts in the group. Each has a valid address, and a group contains each address only once.',
    }),
    optedOut: t.exposeInt('optedOut', {
      description: 'The number of contacts on the opt-out list. They get no message.',
    }),
    reached: t.int({
      description: 'The number of contacts that get a message.',
      resolve: ({ contacts, optedOut }) => Math.max(0, contacts - optedOut),
    }),
    received: t.exposeInt('received', {
      nullable: true,
      description:
        'The number of contacts whose addresses already received the coupon. They receive it again. Null without a coupon.',
    }),
  }),
});

const MessageFailuresType = builder.objectType(builder.objectRef<MessageFailures>('MessageFailures'), {
  description: 'The number of messages of a job that failed for the same reason.',
  fields: (t) => ({
    reason: t.exposeString('reason', { nullable: true, description: 'The reason as text.' }),
    messages: t.exposeInt('messages', { description: 'The number of messages.' }),
  }),
});

query({
  name: 'groupReach',
  description:
    'Counts the contacts of a group that `sendToGroup` would reach now. Counting reads all contacts of the group or the whole opt-out list.',
  scope: 'READ',
  input: z.object({
    group: contactGroupId,
    campaign: couponId.nullish().meta({ description: 'A coupon. Counts the contacts that already received it.' }),
  }),
  type: GroupReachType,
  problems: ['NO_EMAIL_SERVICE', 'NO_SMS_SERVICE', 'CONTACT_GROUP_NOT_FOUND', 'COUPON_NOT_FOUND'],
  cost: { own: 2000 },
  run: async ({ input, viewer: { account }, database }) => {
    const group = await requireGroup(database, { accountId: account.id, id: input.group });
    const coupon = input.campaign
      ? await requireRow(database, couponRow, { accountId: account.id, id: input.campaign })
      : null;
    return countReach(database, group, coupon?.id ?? null);
  },
});

mutation({
  name: 'sendToGroup',
  description:
    'Sends a coupon to all current contacts of a group in the background. Each contact gets a new session. `job` shows the progress; `pauseJob`, `resumeJob` and `cancelJob` control it. Addresses on the opt-out list are skipped. Contacts that already received the coupon receive it again. A voided, locked or expired coupon is not sent.',
  scope: 'SEND',
  input: z.object({
    group: contactGroupId,
    campaign: couponId,
    channel: messageChannel
      .nullish()
      .meta({ description: 'The expected channel. A group with another channel counts as not found.' }),
    subject: optionalText(
      200,
      'The subject of emails',
      ' Not allowed for SMS. Default: the subject set on the coupon, otherwise a standard subject.',
    ),
    body: emailText.nullish().meta({
      description:
        'Body of the messages, with the placeholders [FIRSTNAME] [LASTNAME] [NAME] [URL]. At most 50,000 characters for email and 1,000 for SMS. Default: the body set on the coupon, otherwise a standard body.',
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
    // The lock waits for concurrent changes to the group, so that `last` and the number of contacts match.
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
    return enqueue(transaction, sendToGroupJob, sending, { accountId: account.id, progress });
  },
});

function requireSender(content: NewContent, { shown }: Integration, { account }: Viewer): void {
  const { from = null } = JSON.parse(shown) as { from?: string | null };
  if (!senderOf(content, { from, account })) throw new Problem('EMAIL_NOT_SENT', `Emails not sent: ${noSender}.`);
}

const filter = z
  .object({
    status: jobStatus.nullish().meta({ description: 'Only jobs with this status.' }),
    channel: messageChannel.nullish().meta({ description: 'Only jobs that send through this channel.' }),
    campaign: couponId.nullish().meta({ description: 'Only jobs that send this coupon.' }),
    group: contactGroupId.nullish().meta({ description: 'Only jobs that send to this group.' }),
  })
  .meta({ id: 'GroupSendingFilter', description: 'Filters jobs that send to groups. All conditions must match.' });

connection({
  name: 'groupSendings',
  description: 'The jobs that `sendToGroup` created, newest first. Jobs are kept for 90 days after they end.',
  scope: 'READ',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters the jobs. Default: all jobs.' }) }),
  type: JobType,
  run: ({ input, viewer, database, page }) => {
    const { status, channel, campaign, group } = input.filter ?? {};
    // These values contain no quotation marks, and no wildcards except the `_` in ids.
    const given = Object.entries({ channel, coupon: campaign, group }).filter(([, value]) => value);
    return listPage(database, page, {
      source: jobs,
      where: { accountId: viewer.account.id, kind: sendToGroupJob.kind },
      filter: { status },
      conditions: {
        sql: given.map(([name]) => `t.input LIKE :${name}`),
        values: Object.fromEntries(given.map(([name, value]) => [name, `%"${name}":"${value}"%`])),
      },
      index: 'jobs_account',
    });
  },
  keysOf: (job) => [job.createdAt, job.id],
});

query({
  name: 'openedMessages',
  description:
    'The number of messages of a job whose recipients opened the page of their coupon. Counting reads all messages of the job and their sessions.',
  scope: 'READ',
  input: z.object({ job: jobId.meta({ description: 'The job that sent the messages to a group.' }) }),
  type: 'Int',
  problems: ['JOB_NOT_FOUND'],
  cost: { own: 2000 },
  run: async ({ input, viewer: { account }, database }) => {
    const { id } = await requireRow(database, jobRow, { id: input.job, accountId: account.id });
    return countOpened(database, id);
  },
});

query({
  name: 'messageFailures',
  description: `The ${maxReasons} most frequent reasons why messages of a job failed. Not paginated.`,
  scope: 'READ',
  input: z.object({ job: jobId.meta({ description: 'The job that sent the messages to a group.' }) }),
  type: [MessageFailuresType],
  problems: ['JOB_NOT_FOUND'],
  cost: { own: 500 },
  run: async ({ input, viewer: { account }, database }) => {
    const { id } = await requireRow(database, jobRow, { id: input.job, accountId: account.id });
    return countFailures(database, id);
  },
});
