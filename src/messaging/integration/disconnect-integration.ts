import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow } from '../../kernel/database/rows.ts';
import { integrationId } from './integration.inputs.ts';
import { disconnect, integrationRow } from './integration.ts';
import { IntegrationType } from './integration.type.ts';

mutation({
  name: 'disconnectIntegration',
  description:
    'Disconnects a platform and deletes its credentials. Waiting messages fail, and later delivery reports of the platform are ignored.',
  scope: 'ADMIN',
  input: z.object({ id: integrationId }),
  type: IntegrationType,
  problems: ['INTEGRATION_NOT_FOUND'],
  secret: true,
  run: async ({ input, viewer, services, transaction }) => {
    const integration = await lockRow(transaction, integrationRow, { accountId: viewer.account.id, id: input.id });
    await disconnect(transaction, services.secrets, integration);
    return integration;
  },
});
