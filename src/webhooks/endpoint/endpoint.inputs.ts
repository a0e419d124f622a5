import { z } from 'zod';
import { idInput, optionalText } from '../../api/inputs.ts';
import { eventFilter } from '../../events/event.inputs.ts';

export const endpointId = idInput('webhookEndpoint', 'a webhook endpoint id', 'The endpoint');

export const endpointIdOnly = z.object({ id: endpointId });

const url = z
  .string()
  .max(2000)
  .refine((text) => URL.canParse(text), 'is not an address')
  .meta({
    description:
      'The address that receives the events. It is an `https` URL of a public host without credentials, at most 2,000 characters. The operator of the service can allow `http` and private addresses.',
  });

const hmacSecret = z.string().min(1).max(255).meta({
  secret: true,
  description:
    'The key of the header `x-hmac`, 1 to 255 characters. Set it if the receiver verifies the header with its own secret, such as an API secret. Default: the signing secret of the endpoint.',
});

export const endpointFields = {
  url,
  kinds: eventFilter.kinds.meta({
    description: 'The kinds of events to send. `null` means all kinds, which is the default for a new endpoint.',
  }),
  types: eventFilter.types.meta({
    description:
      'The types of events to send, such as `coupon_claimed`. `null` means all types, which is the default for a new endpoint.',
  }),
  description: optionalText(200, 'A note about the endpoint, which the console shows'),
  fifo: z.boolean().nullish().meta({
    description:
      'Whether to deliver events strictly in order. Each event then waits until the delivery of the previous one has succeeded or failed permanently. If false, the default for a new endpoint, events arrive as fast as possible and in any order.',
  }),
  includeSubaccounts: z.boolean().nullish().meta({
    description:
      'Whether the endpoint also receives the events of subaccounts, including `SUBACCOUNT` events. On creation, defaults to true.',
  }),
  hmacSecret: hmacSecret.nullish(),
};
