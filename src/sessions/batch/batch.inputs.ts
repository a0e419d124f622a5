import { z } from 'zod';
import { batchStatuses } from './batch-creation.ts';

export const batchStatus = z
  .enum(batchStatuses)
  .meta({
    id: 'BatchStatus',
    description: 'The initial state of sessions.',
    values: { NORMAL: 'Not started.', VOIDED: 'Voided.', ACTIVATED: 'Started.' },
  })
  .default('NORMAL')
  .meta({ description: 'The initial state of the sessions.' });
