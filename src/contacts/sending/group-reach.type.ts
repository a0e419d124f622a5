import { builder } from '../../api/builder.ts';
import type { GroupReach } from './group-reach.ts';

export const GroupReachType = builder.objectType(builder.objectRef<GroupReach>('GroupReach'), {
  description: 'How many contacts of a group a send reaches.',
  fields: (t) => ({
    contacts: t.exposeInt('contacts', {
      description: 'The number of contacts in the group. Each has a valid address, and no address is in a group twice.',
    }),
    optedOut: t.exposeInt('optedOut', {
      description: 'The number of contacts on the opt-out list. They get no message.',
    }),
    reached: t.int({
      description: 'The number of contacts that get a message.',
      resolve: ({ contacts, optedOut }) => Math.max(0, contacts - optedOut),
    }),
    received: t.exposeInt('received', {
      nullable: true,
      description:
        'The number of contacts whose addresses already received the coupon. They receive it again. Null without a coupon.',
    }),
  }),
});
