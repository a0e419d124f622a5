import { z } from 'zod';
import { subscription } from '../api/subscription.ts';
import { eventId, logFilter } from './event.inputs.ts';
import { PositionedEventType } from './event.type.ts';

subscription({
  name: 'webhookEvents',
  description: `Follows the events of the account as they happen, in order, each exactly once. Webhooks use the same log.
With \`after\`, starts with the events after that position, without a gap. Without it, starts with new events. Store the
position of the last event that you processed and pass it as \`after\` when you reconnect. Sends nothing while there are no
events. Pass the id of the last event as \`afterEvent\` too: if the log was restored from a backup without that event,
the subscription ends with \`CURSOR_EXPIRED\` instead of missing events. Ends with \`TOO_SLOW\` if you receive too slowly, and with \`UNAUTHENTICATED\` if the key is revoked.`,
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
