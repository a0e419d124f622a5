import { builder } from '../api/builder.ts';
import type { EventActor } from './campaign-actor.ts';

const EventAmount = builder.objectType(builder.objectRef<EventActor['events'][number]>('EventAmount'), {
  description: 'How many events of a type there were.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'The type of the events, such as `coupon_claimed`.' }),
    amount: t.exposeInt('amount', { description: 'The number of events.' }),
    suppressed: t.exposeInt('suppressed', {
      description:
        'How many of them are messages that were not sent because the recipient has opted out. Only `message_failed` has some.',
    }),
  }),
});

export const CampaignActorType = builder.objectType(builder.objectRef<EventActor>('EventActor'), {
  description: 'What an API key, a person, or customers and the service did in a campaign.',
  fields: (t) => ({
    keyId: t.exposeID('keyId', {
      nullable: true,
      description:
        'The id of the API key (`key_…`), of the person (`per_…`) or of the till (`til_…`). Null for customers and the service.',
    }),
    amount: t.exposeInt('amount', { description: 'The number of events.' }),
    events: t.field({
      type: [EventAmount],
      description: 'The number of events of each type, the most frequent first. A plain list.',
      resolve: ({ events }) => events,
    }),
  }),
});
