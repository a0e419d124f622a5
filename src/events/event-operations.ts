import { z } from 'zod';
import { dateTime } from '../api/inputs.ts';
import { query } from '../api/query.ts';
import { subscription } from '../api/subscription.ts';
import { findEvents } from '../kernel/event-log/event-reader.ts';
import { invalidInput, Problem } from '../kernel/problem.ts';
import { campaignId, eventId, eventOrder, logFilter } from './event.inputs.ts';
import { EventConnectionType, EventType, PositionedEventType } from './event.type.ts';
import { actorsOf } from './event-actor.ts';
import { EventActorType } from './event-actor.type.ts';
import { pageOfEvents } from './event-page.ts';

query({
  name: 'event',
  description: 'An event of the account, if it is still stored.',
  scope: 'READ',
  input: z.object({ id: eventId }),
  type: EventType,
  problems: ['EVENT_NOT_FOUND'],
  run: async ({ input, viewer, database }) => {
    const [event] = await findEvents(database, viewer.account.id, [input.id]);
    if (!event) throw new Problem('EVENT_NOT_FOUND');
    return event;
  },
});

query({
  name: 'events',
  description: `The event log of the account, oldest first unless \`order\` is set otherwise. It has the same events as the subscription
\`webhookEvents\`. To continue, pass \`pageInfo.endCursor\` as \`after\`. To read the list from its end, set \`last\`, and
pass \`pageInfo.startCursor\` as \`before\` to continue. An event appears a few milliseconds after it happens.
With \`kinds\`, \`types\` or \`key\`, each page searches 20,000 events. Such a page can have fewer events than requested,
or none, and still have a next page. A page with long events ends after 4 MiB.`,
  scope: 'READ',
  input: z.object({
    ...logFilter,
    since: dateTime.nullish().meta({ description: 'Only events that happened at this time or later.' }),
    until: dateTime.nullish().meta({ description: 'Only events that happened at this time or earlier.' }),
    order: eventOrder.default('OLDEST_FIRST').meta({ description: 'The order of the list.' }),
    first: z.int().min(1).max(1000).nullish().meta({
      description: 'Maximum number of events from the start of the list, at most 1,000. Default: 100.',
    }),
    last: z.int().min(1).max(1000).nullish().meta({
      description: 'Maximum number of events from the end of the list, at most 1,000.',
    }),
    before: z.int().min(0).nullish().meta({
      scalar: 'BigInt',
      description: 'Returns events before this position, in the order of the list. Requires `last`.',
    }),
  }),
  type: EventConnectionType,
  problems: ['CURSOR_EXPIRED'],
  run: ({ input: { order, first, after, last, before, ...filter }, viewer, database }) => {
    if (filter.since && filter.until && filter.until < filter.since)
      throw invalidInput('until', 'must not be before since');
    const page = { order, first, after, last, before };
    return pageOfEvents(database, { ...filter, accountId: viewer.account.id }, page);
  },
});

subscription({
  name: 'webhookEvents',
  description: `Follows the events of the account as they happen, in order, each exactly once. Webhooks use the same log.
With \`after\`, starts with the events after that position, without a gap. Without it, starts with new events. Store the
position of the last event that you processed and pass it as \`after\` when you reconnect. Sends nothing while there are no
events. Pass the id of the last event as \`afterEvent\` too: if the log was restored from a backup without that event,
the subscription ends with \`CURSOR_EXPIRED\` instead of missing events. Ends with \`TOO_SLOW\` if you receive too slowly, and with \`UNAUTHENTICATED\` if the key is revoked or the sign-in ends.`,
  scope: 'READ',
  input: z
    .object({
      ...logFilter,
      afterEvent: eventId.nullish().meta({
        scalar: 'ID',
        description: 'The id of the event at the position `after`. Requires `after`.',
      }),
    })
    .refine(({ after, afterEvent }) => after != null || afterEvent == null, {
      path: ['afterEvent'],
      message: 'requires `after`',
    }),
  type: PositionedEventType,
  problems: ['CURSOR_EXPIRED', 'TOO_SLOW'],
  subscribe: ({ input: { after = null, afterEvent = null, ...filter }, viewer, services, stopping }) =>
    services.feed.follow({ ...filter, accountId: viewer.account.id }, { after, event: afterEvent }, stopping),
});

query({
  name: 'eventActors',
  description:
    'The actors of the newest 1,000 kept events of a coupon, loyalty card or directory, most active first. Not paginated. Empty if the account has no such campaign.',
  scope: 'READ',
  input: z.object({ campaign: campaignId }),
  type: [EventActorType],
  // The cost of counting up to 1,000 rows.
  cost: { own: 50 },
  problems: [],
  run: ({ input: { campaign }, viewer, database }) => actorsOf(database, { accountId: viewer.account.id, campaign }),
});
