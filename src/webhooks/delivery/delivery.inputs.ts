import { z } from 'zod';
import { idPattern } from '../../kernel/values/ids.ts';
import { deliveryStatuses } from './delivery.ts';

export const deliveryId = z
  .string()
  .regex(idPattern('webhookDelivery'), 'is not a webhook delivery id')
  .meta({ scalar: 'ID', description: 'The delivery: `dlv_` and 16 characters.' });

export const deliveryStatus = z.enum(deliveryStatuses).meta({
  id: 'WebhookDeliveryStatus',
  description: 'Where a delivery stands.',
  values: {
    PENDING: 'It will be attempted, for the first time or again.',
    DELIVERED: 'The endpoint answered with a status of 200 to 299.',
    FAILED: 'It was given up after the last attempt of the schedule, or since the endpoint answered 410.',
  },
});
