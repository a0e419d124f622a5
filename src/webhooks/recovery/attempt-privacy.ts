import { updateRows } from '../../kernel/database/rows.ts';
import { personalNoun } from '../../personal-data/personal-noun.ts';
import { nextTokens } from '../../personal-data/personal-token.ts';
import { type WebhookAttempt, webhookAttempts } from '../delivery/delivery.ts';

type PersonalAttempt = Pick<WebhookAttempt, 'deliveryNumber' | 'number' | 'at' | 'status' | 'response' | 'error'> & {
  deliveryId: string;
  eventId: string;
};

/** The number of events to read at once. Each may have several deliveries with several attempts. */
const eventsAtOnce = 50;

/**
 * Responses to webhooks about events of the person, including those of the parent account. Deliveries contain no
 * payload.
 */
export const personalAttempts = personalNoun<PersonalAttempt>({
  name: 'webhookAttempts',
  next: async (connection, person, after) => {
    const tokens = await nextTokens(connection, person, 'POSITION', after, eventsAtOnce);
    if (tokens.values.length === 0) return { rows: [], after: null };
    const rows = await connection.rows<PersonalAttempt>(
      `SELECT a.delivery_number AS deliveryNumber, a.number AS number, a.at AS at, a.status AS status,
           a.response AS response, a.error AS error, d.id AS deliveryId, d.event_id AS eventId
         FROM webhook_endpoints w
         JOIN webhook_deliveries d ON d.endpoint_id = w.id AND d.position IN (:positions)
         JOIN webhook_attempts a ON a.delivery_number = d.number
         WHERE w.account_id IN (SELECT o.id FROM accounts o WHERE o.id = :accountId
           UNION ALL SELECT o.parent_id FROM accounts o WHERE o.id = :accountId AND o.parent_id IS NOT NULL)`,
      { accountId: person.accountId, positions: tokens.values.map(Number) },
    );
    return { rows, after: tokens.after };
  },
  exported: (attempts) => attempts.map(({ deliveryNumber, ...attempt }) => attempt),
  erase: async (transaction, _person, attempts) => {
    for (const { deliveryNumber, number } of attempts)
      await updateRows(transaction, webhookAttempts, { deliveryNumber, number }, { response: null, error: null });
  },
});
