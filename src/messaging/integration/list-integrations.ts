import { z } from 'zod';
import { connection } from '../../kernel/api/query.ts';
import { keyset } from '../../kernel/database/paging.ts';
import { bind } from '../../kernel/database/statement.ts';
import { integrationChannel } from './integration.inputs.ts';
import { type Integration, integrationColumns } from './integration.ts';
import { IntegrationType } from './integration.type.ts';

const filter = z
  .object({ channel: integrationChannel.nullish().meta({ description: 'Only the integration with this purpose.' }) })
  .meta({ id: 'IntegrationFilter', description: 'Filters integrations.' });

connection({
  name: 'integrations',
  description: 'The integrations of the account, at most one for each purpose, newest first.',
  scope: 'ADMIN',
  input: z.object({
    filter: filter.nullish().meta({ description: 'Filters integrations. Default: all integrations.' }),
  }),
  type: IntegrationType,
  problems: [],
  run: ({ input, viewer, database, page }) => {
    const { condition, ending, values } = keyset(page, 'i.connected_at', 'i.id');
    const channel = input.filter?.channel;
    const [where, parameters] = bind(
      `i.account_id = :account AND i.disconnected_at IS NULL ${channel ? 'AND i.channel = :channel' : ''}`,
      { account: viewer.account.id, ...(channel && { channel }) },
    );
    return database.rows<Integration>(
      `SELECT ${integrationColumns} FROM integrations i WHERE ${where} ${condition} ${ending}`,
      [...parameters, ...values],
    );
  },
  keysOf: (integration) => [integration.connectedAt, integration.id],
});
