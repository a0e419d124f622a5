import { z } from 'zod';
import { query } from '../../api/query.ts';
import { eventId } from '../../events/event.inputs.ts';
import { findEvents } from '../../kernel/event-log/event-reader.ts';
import { Problem } from '../../kernel/problem.ts';
import { WebhookVerificationType } from './webhook-verification.type.ts';

export const verifyWebhook = query({
  name: 'verifyWebhook',
  description:
    'Verifies that a received webhook belongs to an event of this account, or is about a subaccount of it, and returns data to compare it with.',
  scope: 'READ',
  input: z.object({
    webhook: eventId,
    session: z.string().nullish().meta({
      description: 'The code of the coupon session that the event must concern. Default: any event.',
    }),
  }),
  type: WebhookVerificationType,
  problems: ['EVENT_NOT_FOUND'],
  run: async ({ input, viewer, database }) => {
    const [event] = await findEvents(database, viewer.account.id, [input.webhook]);
    if (!event || (input.session != null && event.session !== input.session)) throw new Problem('EVENT_NOT_FOUND');
    return event;
  },
});
