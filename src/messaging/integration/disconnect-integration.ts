import { z } from 'zod';
import { mutation } from '../../kernel/api/mutation.ts';
import { requireRow } from '../../kernel/database/single-row.ts';
import { integrationId } from './integration.inputs.ts';
import { disconnect, integrationRow } from './integration.ts';
import { IntegrationType } from './integration.type.ts';

mutation({
  name: 'disconnectIntegration',
  description:
    'Ends a connection and forgets its credentials. Messages that wait for it fail, and receipts of what it sent are no longer heard.',
  scope: 'ADMIN',
  input: z.object({ id: integrationId }),
  type: IntegrationType,
  problems: ['INTEGRATION_NOT_FOUND'],
  secret: true,
  run: async ({ input, viewer, services, transaction }) => {
    const integration = await requireRow(
      transaction,
      integrationRow,
      { accountId: viewer.account.id, id: input.id },
      'exclusive',
    );
    await disconnect(transaction, services.secrets, integration);
    return integration;
  },
});
