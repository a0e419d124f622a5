import { z } from 'zod';
import { query } from '../api/query.ts';
import { findEvents } from '../kernel/event-log/event-reader.ts';
import { Problem } from '../kernel/problem.ts';
import { eventId } from './event.inputs.ts';
import { EventType } from './event.type.ts';

query({
  name: 'event',
  description: 'An event of the account, as long as it is kept.',
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
