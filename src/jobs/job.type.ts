import { builder } from '../kernel/api/builder.ts';
import type { Job, JobProgress, JobStatus } from '../kernel/jobs/job.ts';

const JobStatusType = builder.enumType('JobStatus', {
  description: 'The status of a job.',
  values: {
    QUEUED: { description: 'The next step waits for a worker.' },
    RUNNING: { description: 'A worker is running it.' },
    PAUSED: { description: 'Paused until it is resumed.' },
    DONE: { description: 'Finished.' },
    FAILED: { description: 'Failed too often and was given up.' },
    CANCELLED: { description: 'Cancelled. Work that was done stays.' },
  } satisfies Record<JobStatus, object>,
});

const progressOf = ({ progress }: Job): Partial<JobProgress> => (progress ? (JSON.parse(progress) as JobProgress) : {});

export const JobType = builder.objectType(builder.objectRef<Job>('Job'), {
  description: 'Work that runs in the background.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`job_` followed by 16 characters.' }),
    status: t.expose('status', { type: JobStatusType, description: 'The status of the job.' }),
    requested: t.int({
      nullable: true,
      description: 'The number of items requested.',
      resolve: (job) => progressOf(job).requested,
    }),
    created: t.int({
      nullable: true,
      description: 'The number of items processed so far.',
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
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the job was created.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the job ended. Null if it has not ended.',
    }),
  }),
});
