import { z } from 'zod';
import { eventFilter } from '../../events/event.inputs.ts';
import { idPattern } from '../../kernel/values/ids.ts';

export const endpointId = z
  .string()
  .regex(idPattern('webhookEndpoint'), 'is not a webhook endpoint id')
  .meta({ scalar: 'ID', description: 'The endpoint: `whe_` and 16 characters.' });

export const endpointIdOnly = z.object({ id: endpointId });

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
