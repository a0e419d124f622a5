import { z } from 'zod';
import { query } from '../../api/query.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { deliveryId } from '../delivery/delivery.inputs.ts';
import { deliveryRow } from '../delivery/delivery.ts';
import { WebhookDeliveryType } from '../delivery/delivery.type.ts';
import { endpointRow } from '../endpoint/endpoint.ts';

query({
  name: 'webhookDelivery',
  description: 'A webhook delivery of the account.',
  scope: 'ADMIN',
  input: z.object({ id: deliveryId }),
  type: WebhookDeliveryType,
  problems: ['WEBHOOK_DELIVERY_NOT_FOUND', 'WEBHOOK_ENDPOINT_NOT_FOUND'],
  run: async ({ input, viewer, database }) => {
    const accountId = viewer.account.id;
    const delivery = await requireRow(database, deliveryRow, { id: input.id, accountId });
    // The deliveries of a deleted endpoint are removed a little later.
    await requireRow(database, endpointRow, { id: delivery.endpointId, accountId });
    return delivery;
  },
});
