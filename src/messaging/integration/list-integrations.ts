import { z } from 'zod';
import { connection } from '../../api/query.ts';
import { listPage } from '../../kernel/database/list.ts';
import { integrationChannel } from './integration.inputs.ts';
import { integrationRow } from './integration.ts';
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
  run: ({ input, viewer, database, page }) =>
    listPage(database, page, {
      source: integrationRow,
      where: { accountId: viewer.account.id },
      filter: { channel: input.filter?.channel },
      order: ['connectedAt', 'id'],
    }),
  keysOf: (integration) => [integration.connectedAt, integration.id],
});
