import { z } from 'zod';
import { connection } from '../../api/query.ts';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { jobStatus } from '../../jobs/job.inputs.ts';
import { JobType } from '../../jobs/job.type.ts';
import { listPage } from '../../kernel/database/list.ts';
import { jobs } from '../../kernel/jobs/job.ts';
import { messageChannel } from '../../messaging/message/message.inputs.ts';
import { contactGroupId } from '../group/contact-group.inputs.ts';
import { sendToGroupJob } from './group-sending-job.ts';

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
  run: ({ input, viewer, database, page }) => {
    const { status, channel, campaign, group } = input.filter ?? {};
    // The properties of the input of a job. They contain neither quotes nor wildcards other than the `_` of every id.
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
