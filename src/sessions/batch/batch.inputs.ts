import { z } from 'zod';
import { batchStatuses } from './batch-creation.ts';

export const batchStatus = z
  .enum(batchStatuses)
  .meta({
    id: 'BatchStatus',
    description: 'The state in which sessions begin.',
    values: { NORMAL: 'Not started.', VOIDED: 'Voided.', ACTIVATED: 'Started.' },
  })
  .default('NORMAL')
  .meta({ description: 'The state in which they begin.' });
