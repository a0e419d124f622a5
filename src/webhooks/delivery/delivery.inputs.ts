import { z } from 'zod';
import { idInput } from '../../api/inputs.ts';
import { deliveryStatuses } from './delivery.ts';

export const deliveryId = idInput('webhookDelivery', 'a webhook delivery id', 'The delivery');

export const deliveryStatus = z.enum(deliveryStatuses).meta({
  id: 'WebhookDeliveryStatus',
  description: 'The status of a delivery.',
  values: {
    PENDING: 'Waiting for its first or next attempt.',
    DELIVERED: 'The endpoint responded with a status from 200 to 299.',
    FAILED: 'Given up after the last attempt of the schedule, or because the endpoint responded with 410.',
  },
});
