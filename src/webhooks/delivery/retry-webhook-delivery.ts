import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow, requireRow, updateRows } from '../../kernel/database/rows.ts';
import { now, realNow } from '../../kernel/values/instant.ts';
import { endpointRow, requireEnabled } from '../endpoint/endpoint.ts';
import { deliveryId } from './delivery.inputs.ts';
import { deliveryRow, webhookDeliveries } from './delivery.ts';
import { WebhookDeliveryType } from './delivery.type.ts';
import { lookAt } from './fan-out.ts';

mutation({
  name: 'retryWebhookDelivery',
  description:
    'Attempts a delivery again at once, whether it failed, is waiting or succeeded. If the attempt fails, the whole retry schedule starts again.',
  scope: 'ADMIN',
  input: z.object({ id: deliveryId }),
  type: WebhookDeliveryType,
  problems: ['WEBHOOK_DELIVERY_NOT_FOUND', 'WEBHOOK_ENDPOINT_NOT_FOUND', 'WEBHOOK_ENDPOINT_DISABLED'],
  run: async ({ input, viewer, transaction }) => {
    const which = { id: input.id, accountId: viewer.account.id };
    const found = await requireRow(transaction, deliveryRow, which);
    const endpoint = await lockRow(transaction, endpointRow, { accountId: viewer.account.id, id: found.endpointId });
    requireEnabled(endpoint);
    const at = now();
    const again = { status: 'PENDING' as const, dueAt: at, finishedAt: null, failures: 0 };
    await updateRows(transaction, webhookDeliveries, which, again);
    await lookAt(transaction, [endpoint.id], realNow());
    return Object.assign(found, again);
  },
});
