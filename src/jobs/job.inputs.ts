import { z } from 'zod';
import { idInput } from '../kernel/api/inputs.ts';

export const jobId = idInput('job', 'a job id', 'The job');

export const jobIdOnly = z.object({ id: jobId });
