import { builder } from '../kernel/api/builder.ts';
import type { Job, JobProgress, JobStatus } from '../kernel/jobs/job.ts';

const JobStatusType = builder.enumType('JobStatus', {
  description: 'Where a job stands.',
  values: {
    QUEUED: { description: 'Its next step waits for a worker.' },
    RUNNING: { description: 'A worker is at it.' },
    PAUSED: { description: 'Nothing more is done for it until it is resumed.' },
    DONE: { description: 'It is finished.' },
    FAILED: { description: 'It failed too often and was given up.' },
    CANCELLED: { description: 'It was ended early. What it had done stays.' },
  } satisfies Record<JobStatus, object>,
});

const progressOf = ({ progress }: Job): Partial<JobProgress> => (progress ? (JSON.parse(progress) as JobProgress) : {});

export const JobType = builder.objectType(builder.objectRef<Job>('Job'), {
  description: 'Work that goes on in the background.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`job_` and 16 characters.' }),
    status: t.expose('status', { type: JobStatusType, description: 'Where it stands.' }),
    requested: t.int({
      nullable: true,
      description: 'How many records it was asked for.',
      resolve: (job) => progressOf(job).requested,
    }),
    created: t.int({
      nullable: true,
      description: 'How many it has made so far.',
      resolve: (job) => progressOf(job).created,
    }),
    collisions: t.int({
      nullable: true,
      description: 'How many codes were drawn again, since the coupon had them already.',
      resolve: (job) => progressOf(job).collisions,
    }),
    firstSequence: t.field({
      type: 'BigInt',
      nullable: true,
      description: 'The first of the sequence ids that are reserved for it.',
      resolve: (job) => progressOf(job).firstSequence,
    }),
    lastSequence: t.field({
      type: 'BigInt',
      nullable: true,
      description: 'The last of the sequence ids that are reserved for it.',
      resolve: (job) => progressOf(job).lastSequence,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was begun.' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When it ended.' }),
  }),
});
