import { z } from 'zod';
import { dateTime } from '../api/inputs.ts';
import { query } from '../api/query.ts';
import { invalidInput } from '../kernel/problem.ts';
import { eventOrder, logFilter } from './event.inputs.ts';
import { EventConnectionType } from './event.type.ts';
import { pageOfEvents } from './event-page.ts';

query({
  name: 'events',
  description: `The event log of the account, oldest first unless \`order\` is set otherwise. It has the same events as the subscription
\`webhookEvents\`. To continue, pass \`pageInfo.endCursor\` as \`after\`. To read the list from its end, set \`last\`, and
pass \`pageInfo.startCursor\` as \`before\` to continue. An event appears a few milliseconds after it happens.
With \`kinds\`, \`types\` or \`key\`, each page searches 20,000 events. Such a page can have fewer events than requested,
or none, and still have a next page.`,
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
