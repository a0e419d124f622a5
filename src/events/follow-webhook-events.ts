import { z } from 'zod';
import { subscription } from '../kernel/api/subscription.ts';
import { logFilter } from './event.inputs.ts';
import { PositionedEventType } from './event.type.ts';

subscription({
  name: 'webhookEvents',
  description: `Follows the events of the account as they happen, in order, each exactly once: the same log that feeds webhooks.
With \`after\`, starts with the events after that position, without a gap; without it, with new events only. Store the
position of the last event that you processed and pass it as \`after\` when you reconnect. Sends nothing while no event
happens. Ends with \`TOO_SLOW\` if you receive too slowly, and with \`UNAUTHENTICATED\` if the key is revoked.`,
  scope: 'READ',
  input: z.object(logFilter),
  type: PositionedEventType,
  problems: ['CURSOR_EXPIRED', 'TOO_SLOW'],
  subscribe: ({ input: { after, ...filter }, viewer, services, stopping }) =>
    services.feed.follow({ ...filter, accountId: viewer.account.id }, after ?? null, stopping),
});
