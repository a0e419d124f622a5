import { z } from 'zod';
import { idPattern } from '../kernel/values/ids.ts';

export const jobId = z
  .string()
  .regex(idPattern('job'), 'is not a job id')
  .meta({ scalar: 'ID', description: 'The job: `job_` and 16 characters.' });

export const jobIdOnly = z.object({ id: jobId });
