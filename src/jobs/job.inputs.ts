import { z } from 'zod';
import { idInput } from '../kernel/api/inputs.ts';
import { jobStatuses } from '../kernel/jobs/job.ts';

export const jobId = idInput('job', 'a job id', 'The job');

export const jobStatus = z.enum(jobStatuses).meta({
  id: 'JobStatus',
  description: 'The status of a job.',
  values: {
    QUEUED: 'The next step waits for a worker.',
    RUNNING: 'A worker is running it.',
    PAUSED: 'Paused until it is resumed.',
    DONE: 'Finished.',
    FAILED: 'Failed too often and was given up.',
    CANCELLED: 'Cancelled. Work that was done stays.',
  },
});

export const jobIdOnly = z.object({ id: jobId });
