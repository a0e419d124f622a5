import { z } from 'zod';
import { idInput } from '../../kernel/api/inputs.ts';
import { deliveryStatuses } from './delivery.ts';

export const deliveryId = idInput('webhookDelivery', 'a webhook delivery id', 'The delivery');

export const deliveryStatus = z.enum(deliveryStatuses).meta({
  id: 'WebhookDeliveryStatus',
  description: 'Where a delivery stands.',
  values: {
    PENDING: 'It will be attempted, for the first time or again.',
    DELIVERED: 'The endpoint answered with a status of 200 to 299.',
    FAILED: 'It was given up after the last attempt of the schedule, or since the endpoint answered 410.',
  },
});
