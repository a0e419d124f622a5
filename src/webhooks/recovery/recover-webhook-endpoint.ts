import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { dateTime } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { JobType } from '../../jobs/job.type.ts';
import { requireRoomForJob } from '../../jobs/job-room.ts';
import { lockRow } from '../../kernel/database/rows.ts';
import type { Job } from '../../kernel/jobs/job.ts';
import { enqueue } from '../../kernel/jobs/job-queue.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { endpointId } from '../endpoint/endpoint.inputs.ts';
import { enable, endpointRow, saveEndpoint, type WebhookEndpoint } from '../endpoint/endpoint.ts';
import { WebhookEndpointType } from '../endpoint/endpoint.type.ts';
import { recoverEndpointJob } from './endpoint-recovery.ts';

const RecoveredEndpoint = builder.objectType(
  builder.objectRef<{ endpoint: WebhookEndpoint; job: Job }>('RecoveredWebhookEndpoint'),
  {
    description: 'An endpoint and the job that sends its missed events.',
    fields: (t) => ({
      endpoint: t.field({ type: WebhookEndpointType, description: 'The endpoint.', resolve: (one) => one.endpoint }),
      job: t.field({
        type: JobType,
        description: 'The job that queues the missed events. Its field `created` counts them.',
        resolve: (one) => one.job,
      }),
    }),
  },
);

mutation({
  name: 'recoverWebhookEndpoint',
  description:
    'Enables an endpoint and sends the events that it missed in a period. These are events with failed deliveries and events that happened while the endpoint was disabled or did not exist yet. Delivered events are not sent again.',
  scope: 'ADMIN',
  input: z.object({
    id: endpointId,
    since: dateTime.meta({ description: 'Start of the period, inclusive.' }),
    until: dateTime.nullish().meta({ description: 'End of the period, inclusive. Default: no end.' }),
  }),
  type: RecoveredEndpoint,
  problems: ['WEBHOOK_ENDPOINT_NOT_FOUND', 'TOO_MANY_JOBS'],
  run: async ({ input, viewer, transaction }) => {
    const { since, until } = input;
    if (until && until < since) throw invalidInput('until', 'must not be before since');
    await requireRoomForJob(transaction, viewer.account.id);
    const endpoint = await lockRow(transaction, endpointRow, { accountId: viewer.account.id, id: input.id });
    enable(endpoint);
    await saveEndpoint(transaction, endpoint);
    const job = await enqueue(
      transaction,
      recoverEndpointJob,
      { endpoint: endpoint.id, since, until: until ?? null },
      { accountId: viewer.account.id, progress: { created: 0 } },
    );
    transaction.signal('deliveries');
    return { endpoint, job };
  },
});
