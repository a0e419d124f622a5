import { z } from 'zod';
import { idInput, idText } from '../api/inputs.ts';
import { eventCatalog, eventKinds, eventTypes } from '../vocabulary/event-catalog.ts';
import { eventOrders } from './event-page.ts';

export const eventId = idInput('event', 'a webhook id', 'The `id` of a webhook payload');

export const eventKind = z.enum(eventKinds).meta({
  id: 'EventKind',
  description: 'The kind of an event.',
  values: Object.fromEntries(eventKinds.map((kind) => [kind, eventCatalog[kind].description])),
});

const eventType = z.string().refine((type) => eventTypes.has(type), 'is not a type of event');

export const eventFilter = {
  kinds: z
    .array(eventKind)
    .min(1)
    .max(20)
    .nullish()
    .meta({ description: 'Only events of these kinds. Default: all kinds.' }),
  types: z
    .array(eventType)
    .min(1)
    .max(100)
    .nullish()
    .meta({ description: 'Only events of these types, such as `coupon_claimed`. Default: all types.' }),
};

export const campaignId = idText('the id of a campaign').meta({
  scalar: 'ID',
  idKinds: ['coupon', 'loyaltyCard', 'directory'],
  description: 'A coupon (`cam_…`), a loyalty card (`loy_…`) or a directory (`dir_…`).',
});

export const eventOrder = z.enum(eventOrders).meta({
  id: 'EventOrder',
  description: 'The order of a list of events.',
  values: {
    OLDEST_FIRST: 'In log order. `after` returns events with higher positions.',
    NEWEST_FIRST: 'In reverse log order. `after` returns events with lower positions.',
  },
});

export const logFilter = {
  after: z.int().min(0).nullish().meta({
    scalar: 'BigInt',
    description: 'Returns events after this position, for example the position of the last event you processed.',
  }),
  ...eventFilter,
  campaign: campaignId.nullish().meta({ description: 'Only events of this coupon, loyalty card or directory.' }),
  key: z
    .string()
    .regex(/^(key|per|til)_[0-9a-z]{16}$/, 'is not the id of an API key, a person or a till')
    .nullish()
    .meta({
      scalar: 'ID',
      description: 'Only changes that this API key (`key_…`), person (`per_…`) or till (`til_…`) made.',
    }),
};
