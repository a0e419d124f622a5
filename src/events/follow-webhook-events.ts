import { z } from 'zod';
import { subscription } from '../kernel/api/subscription.ts';
import { logFilter } from './event.inputs.ts';
import { PositionedEventType } from './event.type.ts';

subscription({
  name: 'webhookEvents',
  description: `The events of the account as they happen, in order, each once: the same log that feeds the webhooks. With
\`after\` first those after that position, without a gap; without it only new ones. Keep the position of the last event
that you have dealt with, and go on after it whenever the connection was lost. Without an event for a while, nothing is
sent. Ends with \`TOO_SLOW\` when you don't keep up, and with \`UNAUTHENTICATED\` when the key is revoked.`,
  scope: 'READ',
  input: z.object(logFilter),
  type: PositionedEventType,
  problems: ['CURSOR_EXPIRED', 'TOO_SLOW'],
  subscribe: ({ input: { after, ...filter }, viewer, services, stopping }) =>
    services.feed.follow({ ...filter, accountId: viewer.account.id }, after ?? null, stopping),
});
