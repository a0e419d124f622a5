import { z } from 'zod';
import { query } from '../kernel/api/query.ts';
import { logAround, readEvents } from '../kernel/event-log/event-reader.ts';
import { logFilter } from './event.inputs.ts';
import { EventPageType } from './event.type.ts';

query({
  name: 'events',
  description: `The event log of the account, oldest first: the same events as in the subscription \`webhookEvents\`. To continue,
pass \`pageInfo.endCursor\` as \`after\`. An event appears a few milliseconds after it happens.`,
  scope: 'READ',
  input: z.object({
    ...logFilter,
    first: z.int().min(1).max(1000).default(100).meta({ description: 'Maximum number of events, at most 1,000.' }),
  }),
  type: EventPageType,
  problems: ['CURSOR_EXPIRED'],
  run: async ({ input: { after, first, ...filter }, viewer, database }) => {
    const { first: oldest, last } = await logAround(database, { after: after ?? null });
    const range = { after: after ?? oldest, upTo: last, size: first + 1 };
    const found = await readEvents(database, { ...filter, accountId: viewer.account.id }, range);
    return { events: found.slice(0, first), after: range.after, hasNextPage: found.length > first };
  },
});
