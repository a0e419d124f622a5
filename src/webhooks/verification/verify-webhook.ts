import { z } from 'zod';
import { eventId } from '../../events/event.inputs.ts';
import { query } from '../../kernel/api/query.ts';
import { selectList } from '../../kernel/database/columns.ts';
import type { Database } from '../../kernel/database/database.ts';
import { type Event, eventColumns } from '../../kernel/event-log/event.ts';
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
    const event = await findEvent(database, input.webhook, viewer.account.id);
    if (!event || (input.session != null && event.session !== input.session)) throw new Problem('EVENT_NOT_FOUND');
    return event;
  },
});

/** Finds an event of the account, or one that tells it about its subaccount. */
async function findEvent(database: Database, id: string, accountId: string): Promise<Event | undefined> {
  const [event] = await database.rows<Event>(
    `SELECT ${selectList(eventColumns)} FROM events e JOIN accounts a ON a.id = e.account_id
     WHERE e.id = ? AND (a.id = ? OR (e.kind = 'SUBACCOUNT' AND a.parent_id = ?))`,
    [id, accountId, accountId],
  );
  return event;
}
