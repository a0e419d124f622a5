import { z } from 'zod';
import { eventFilter } from '../../events/event.inputs.ts';
import { idInput, words } from '../../kernel/api/inputs.ts';

export const endpointId = idInput('webhookEndpoint', 'a webhook endpoint id', 'The endpoint');

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
  description: words(200, 'What it is for'),
  fifo: z.boolean().nullish().meta({
    description:
      'Whether each event waits until the one before it was delivered or given up. Off unless told: events then arrive as fast as they can, in any order.',
  }),
  includeSubaccounts: z.boolean().nullish().meta({
    description: 'Whether it gets the events of subaccounts too, `SUBACCOUNT` events included. On unless told.',
  }),
};
