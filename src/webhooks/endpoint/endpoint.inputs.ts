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
      'The address that receives the events: https, a public host, without credentials. Installations can allow http and private addresses.',
  });

export const endpointFields = {
  url,
  ...eventFilter,
  description: words(200, 'A description of the endpoint'),
  fifo: z.boolean().nullish().meta({
    description:
      'Whether to deliver events strictly in order: each event waits until the previous one was delivered or given up. Default: false; events arrive as fast as possible, in any order.',
  }),
  includeSubaccounts: z.boolean().nullish().meta({
    description:
      'Whether the endpoint also receives the events of subaccounts, including `SUBACCOUNT` events. Default: true.',
  }),
};
