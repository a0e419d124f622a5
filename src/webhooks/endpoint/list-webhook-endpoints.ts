import { z } from 'zod';
import { connection } from '../../api/query.ts';
import { listPage } from '../../kernel/database/list.ts';
import { endpointRow } from './endpoint.ts';
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
    const enabled = input.filter?.enabled;
    return listPage(database, page, {
      source: endpointRow,
      where: { accountId: viewer.account.id },
      present: { disabledAt: enabled == null ? null : !enabled },
    });
  },
  keysOf: (endpoint) => [endpoint.createdAt, endpoint.id],
});
