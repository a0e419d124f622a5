import { z } from 'zod';
import { idInput } from '../kernel/api/inputs.ts';
import { eventKinds, eventTypes } from '../kernel/event-log/event-catalog.ts';

export const eventId = idInput('event', 'a webhook id', 'The `id` of a webhook payload');

export const eventKind = z.enum(eventKinds).meta({
  id: 'EventKind',
  description: 'What an event is about.',
  values: {
    COUPON: 'A session of a coupon.',
    COUPON_EDIT: 'A coupon itself.',
    DIRECTORY_PAGE: 'A directory, one of its members, or what stands in it.',
    SUBACCOUNT: 'A subaccount.',
    WEB_LOYALTY: 'A loyalty card in the browser: the card itself, its rewards or its users.',
    WALLET_LOYALTY: 'A loyalty card in the wallet of a phone: the card itself, its rewards or its users.',
  },
});

const eventType = z.string().refine((type) => eventTypes.has(type), 'is not a type of event');

/** Which events somebody wants. */
export const eventFilter = {
  kinds: z
    .array(eventKind)
    .min(1)
    .max(20)
    .nullish()
    .meta({ description: 'Only events of these kinds; of all without it.' }),
  types: z
    .array(eventType)
    .min(1)
    .max(100)
    .nullish()
    .meta({ description: 'Only events of these types, such as `coupon_claimed`; of all without it.' }),
};

export const campaignId = z
  .string()
  .regex(/^(cam|loy|dir)_[0-9a-z]{12}$/, 'is not the id of a campaign')
  .meta({ scalar: 'ID', description: 'A coupon (`cam_…`), a loyalty card (`loy_…`) or a directory (`dir_…`).' });

/** Where to begin in the log of events, and which of them. */
export const logFilter = {
  after: z
    .int()
    .min(0)
    .nullish()
    .meta({ scalar: 'BigInt', description: 'The position to go on after, such as that of the last event seen.' }),
  ...eventFilter,
  campaign: campaignId.nullish().meta({ description: 'Only events of this coupon, loyalty card or directory.' }),
};
