import { z } from 'zod';
import { eventFilter } from '../../events/event.inputs.ts';
import { idPattern } from '../../kernel/values/ids.ts';
import { deliveryStatuses } from '../delivery/delivery.ts';

export const endpointId = z
  .string()
  .regex(idPattern('webhookEndpoint'), 'is not a webhook endpoint id')
  .meta({ scalar: 'ID', description: 'The endpoint: `whe_` and 16 characters.' });

export const endpointIdOnly = z.object({ id: endpointId });

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

const url = z
  .string()
  .max(2000)
  .refine((text) => URL.canParse(text), 'is not an address')
  .meta({
    description:
      'Where the events are sent: an https address of a public host, without credentials. http and private addresses are for installations that allow them.',
  });

export const endpointFields = {
  url,
  ...eventFilter,
  description: z.string().max(200).nullish().meta({ description: 'What it is for; at most 200 characters.' }),
  fifo: z.boolean().nullish().meta({
    description:
      'Whether each event waits until the one before it was delivered or given up. Off unless told: events then arrive as fast as they can, in any order.',
  }),
  includeSubaccounts: z.boolean().nullish().meta({
    description: 'Whether it gets the events of subaccounts too, `SUBACCOUNT` events included. On unless told.',
  }),
};
