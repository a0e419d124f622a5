import { z } from 'zod';
import { connection } from '../../kernel/api/query.ts';
import { keyset } from '../../kernel/database/paging.ts';
import { bind } from '../../kernel/database/statement.ts';
import { endpointColumns, type WebhookEndpoint } from './endpoint.ts';
import { WebhookEndpointType } from './endpoint.type.ts';

const filter = z
  .object({
    enabled: z
      .boolean()
      .nullish()
      .meta({ description: '`true`: only enabled endpoints. `false`: only disabled endpoints.' }),
  })
  .meta({ id: 'WebhookEndpointFilter', description: 'Filters endpoints.' });

connection({
  name: 'webhookEndpoints',
  description: 'The webhook endpoints of the account, newest first.',
  scope: 'ADMIN',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters endpoints. Default: all endpoints.' }) }),
  type: WebhookEndpointType,
  problems: [],
  run: ({ input, viewer, database, page }) => {
    const { condition, ending, values } = keyset(page, 'w.created_at', 'w.id');
    const enabled = input.filter?.enabled;
    const wanted = enabled == null ? '' : `AND w.disabled_at IS ${enabled ? 'NULL' : 'NOT NULL'}`;
    const [where, parameters] = bind(`w.account_id = :account AND w.deleted_at IS NULL ${wanted}`, {
      account: viewer.account.id,
    });
    return database.rows<WebhookEndpoint>(
      `SELECT ${endpointColumns} FROM webhook_endpoints w WHERE ${where} ${condition} ${ending}`,
      [...parameters, ...values],
    );
  },
  keysOf: (endpoint) => [endpoint.createdAt, endpoint.id],
});
