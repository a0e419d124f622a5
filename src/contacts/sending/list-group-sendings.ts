import { z } from 'zod';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { jobStatus } from '../../jobs/job.inputs.ts';
import { JobType } from '../../jobs/job.type.ts';
import { connection } from '../../kernel/api/query.ts';
import { messageChannel } from '../../messaging/message/message.inputs.ts';
import { contactGroupId } from '../group/contact-group.inputs.ts';
import { findSendings } from './group-sending-list.ts';

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
  description: 'The jobs that `sendToGroup` created, newest first. A job is kept for 90 days after it ended.',
  scope: 'READ',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters the jobs. Default: all of them.' }) }),
  type: JobType,
  problems: [],
  run: ({ input, viewer, database, page }) => findSendings(database, viewer.account.id, input.filter ?? {}, page),
  keysOf: (job) => [job.createdAt, job.id],
});
