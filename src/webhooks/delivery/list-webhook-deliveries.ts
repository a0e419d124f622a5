import { z } from 'zod';
import { eventId } from '../../events/event.inputs.ts';
import { connection } from '../../kernel/api/query.ts';
import { keyset } from '../../kernel/database/paging.ts';
import { bind } from '../../kernel/database/statement.ts';
import { endpointId } from '../endpoint/endpoint.inputs.ts';
import { deliveryStatus } from './delivery.inputs.ts';
import { deliveryColumns, deliveryStatuses, type WebhookDelivery } from './delivery.ts';
import { WebhookDeliveryType } from './delivery.type.ts';

const filter = z
  .object({
    endpoint: endpointId.nullish().meta({ description: 'Only deliveries to this endpoint.' }),
    status: deliveryStatus.nullish().meta({ description: 'Only deliveries with this status.' }),
    event: eventId.nullish().meta({ description: 'Only deliveries of this event.' }),
  })
  .meta({ id: 'WebhookDeliveryFilter', description: 'Filters deliveries. All conditions must match.' });

connection({
  name: 'webhookDeliveries',
  description:
    'The webhook deliveries of the account, newest first. Successful deliveries are kept for 30 days, others as long as their events.',
  scope: 'ADMIN',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters deliveries. Default: all deliveries.' }) }),
  type: WebhookDeliveryType,
  problems: [],
  run: async ({ input, viewer, database, page }) => {
    const { endpoint, status, event } = input.filter ?? {};
    const { condition, ending, values } = keyset(page, 'd.created_at', 'd.number');
    // Reads the first rows of each status from the part of the index for that status, then returns the first of all
    // these rows.
    const branches = (status ? [status] : deliveryStatuses).map((one) => {
      const conditions = [
        'd.account_id = :account AND d.status = :one AND w.deleted_at IS NULL',
        ...(endpoint ? ['d.endpoint_id = :endpoint'] : []),
        ...(event
          ? ['d.position = (SELECT e.position FROM events e WHERE e.id = :event) AND d.event_id = :event']
          : []),
      ];
      const [where, parameters] = bind(conditions.join(' AND '), { account: viewer.account.id, one, endpoint, event });
      return {
        sql: `SELECT * FROM (SELECT ${deliveryColumns} FROM webhook_deliveries d JOIN webhook_endpoints w ON w.id = d.endpoint_id
          WHERE ${where} ${condition} ${ending}) AS of_${one}`,
        parameters: [...parameters, ...values],
      };
    });
    const order = keyset({ ...page, from: null }, 'createdAt', 'number').ending;
    return database.rows<WebhookDelivery>(
      `${branches.map(({ sql }) => sql).join(' UNION ALL ')} ${order}`,
      branches.flatMap(({ parameters }) => parameters),
    );
  },
  keysOf: (delivery) => [delivery.createdAt, delivery.number],
});
