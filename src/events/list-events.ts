import { z } from 'zod';
import { query } from '../kernel/api/query.ts';
import { logFilter } from './event.inputs.ts';
import { EventConnectionType } from './event.type.ts';
import { pageOfEvents } from './event-page.ts';

query({
  name: 'events',
  description: `The event log of the account, oldest first: the same events as in the subscription \`webhookEvents\`. To continue,
pass \`pageInfo.endCursor\` as \`after\`. For the newest events, give \`last\`; for those before them, pass
\`pageInfo.startCursor\` as \`before\`. An event appears a few milliseconds after it happens.`,
  scope: 'READ',
  input: z.object({
    ...logFilter,
    first: z.int().min(1).max(1000).nullish().meta({
      description: 'Maximum number of events from the start of the log, at most 1,000. Default: 100.',
    }),
    last: z.int().min(1).max(1000).nullish().meta({
      description: 'Maximum number of events from the end of the log, at most 1,000.',
    }),
    before: z.int().min(0).nullish().meta({ scalar: 'BigInt', description: 'Returns events before this position.' }),
  }),
  type: EventConnectionType,
  problems: ['CURSOR_EXPIRED'],
  run: ({ input: { first, after, last, before, ...filter }, viewer, database }) =>
    pageOfEvents(database, { ...filter, accountId: viewer.account.id }, { first, after, last, before }),
});
