import { builder } from '../api/builder.ts';
import type { EventActor } from './event-actor.ts';

const EventAmount = builder.objectType(builder.objectRef<EventActor['events'][number]>('EventAmount'), {
  description: 'The number of events of a type.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'The type of the events, such as `coupon_claimed`.' }),
    amount: t.exposeInt('amount', { description: 'The number of events.' }),
    suppressed: t.exposeInt('suppressed', {
      description:
        'The number of these events for messages that were not sent because the recipient has opted out. Zero for types other than `message_failed`.',
    }),
  }),
});

export const EventActorType = builder.objectType(builder.objectRef<EventActor>('EventActor'), {
  description:
    'The events of one actor in a campaign. The actor is an API key, a person, a till, or customers and the service.',
  fields: (t) => ({
    keyId: t.exposeID('keyId', {
      nullable: true,
      description:
        'The id of the API key (`key_…`), person (`per_…`) or till (`til_…`). Null for customers and the service.',
    }),
    amount: t.exposeInt('amount', { description: 'The number of events.' }),
    events: t.field({
      type: [EventAmount],
      description: 'The number of events of each type, the most frequent first. Not paginated.',
      resolve: ({ events }) => events,
    }),
  }),
});
