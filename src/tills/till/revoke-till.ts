import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { tillId } from './till.inputs.ts';
import { revoke } from './till.ts';
import { TillType } from './till.type.ts';

mutation({
  name: 'revokeTill',
  description:
    'Revokes a till and its pairing link. All processes of the service refuse it within 5 seconds. Revoking a revoked till changes nothing.',
  scope: 'ADMIN',
  input: z.object({ id: tillId }),
  type: TillType,
  problems: ['TILL_NOT_FOUND'],
  run: ({ input, viewer, transaction }) => revoke(transaction, { accountId: viewer.account.id, id: input.id }),
  settle: (till, { services }) => services.authenticator.forget(till.id),
});
