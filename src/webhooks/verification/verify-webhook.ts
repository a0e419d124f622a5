import { z } from 'zod';
import { eventId } from '../../events/event.inputs.ts';
import { query } from '../../kernel/api/query.ts';
import { events } from '../../kernel/event-log/event.ts';
import { Problem } from '../../kernel/problem.ts';
import { WebhookVerificationType } from './webhook-verification.type.ts';

export const verifyWebhook = query({
  name: 'verifyWebhook',
  description:
    'Verifies that a received webhook belongs to an event of this account, and returns data to compare it with.',
  scope: 'READ',
  input: z.object({ webhook: eventId }),
  type: WebhookVerificationType,
  problems: ['EVENT_NOT_FOUND'],
  run: async ({ input, viewer, database }) => {
    const event = await database.manager.findOneBy(events, { id: input.webhook, accountId: viewer.account.id });
    if (!event) throw new Problem('EVENT_NOT_FOUND');
    return event;
  },
});
