import { enumTypeOf } from '../api/arguments.ts';
import { builder } from '../api/builder.ts';
import { shownColumns } from '../api/noun-fields.ts';
import { type Job, type JobProgress, jobRow, jobs } from '../kernel/jobs/job.ts';
import { NodeType, readableById } from '../nodes/node.type.ts';
import { ofAccount } from '../nodes/node-rows.ts';
import { idPattern } from '../vocabulary/ids.ts';
import { jobKind, jobStatus, workOf } from './job.inputs.ts';

const progressOf = ({ progress }: Job): Partial<JobProgress> => (progress ? (JSON.parse(progress) as JobProgress) : {});

export const JobType = builder.objectType(builder.objectRef<Job>('Job'), {
  interfaces: [NodeType],
  description: 'Work that runs in the background.',
  fields: (t) => ({
    ...shownColumns(t, jobs, {
      id: '`job_` followed by 16 characters.',
      createdAt: 'When the job was created.',
      finishedAt: 'When the job ended. Null if it has not ended.',
    }),
    kind: t.field({
      type: enumTypeOf(jobKind),
      nullable: true,
      description: 'The kind of work that the job does. Null if another version of the service started it.',
      resolve: (job) => workOf(job)?.kind,
    }),
    subject: t.id({
      nullable: true,
      description:
        'The id of the object that the job works on. It is a coupon, a loyalty card for some push messages, a webhook endpoint, or the job whose messages are sent again. The object may have been deleted since. Null for a job that exports or erases the data of a person.',
      resolve: (job) => workOf(job)?.subject,
    }),
    status: t.expose('status', { type: enumTypeOf(jobStatus), description: 'The status of the job.' }),
    requested: t.int({
      nullable: true,
      description: 'The number of items requested.',
      resolve: (job) => progressOf(job).requested,
    }),
    created: t.int({
      nullable: true,
      description: 'The number of processed items.',
      resolve: (job) => progressOf(job).created,
    }),
    collisions: t.int({
      nullable: true,
      description: 'The number of codes that were drawn again because the coupon already had them.',
      resolve: (job) => progressOf(job).collisions,
    }),
    firstSequence: t.field({
      type: 'BigInt',
      nullable: true,
      description: 'The first sequence id reserved for the job.',
      resolve: (job) => progressOf(job).firstSequence,
    }),
    lastSequence: t.field({
      type: 'BigInt',
      nullable: true,
      description: 'The last sequence id reserved for the job.',
      resolve: (job) => progressOf(job).lastSequence,
    }),
  }),
});

readableById(JobType, { form: idPattern('job'), find: ofAccount(jobRow) });
