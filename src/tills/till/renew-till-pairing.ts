import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { tillId } from './till.inputs.ts';
import { lockTill } from './till.ts';
import { issuePairing } from './till-pairing.ts';
import { TillPairingType } from './till-pairing.type.ts';

mutation({
  name: 'renewTillPairing',
  description:
    'Makes a new pairing link for a till, such as after its device was lost or reset. A former link ends, and the paired device is refused within 5 seconds.',
  scope: 'ADMIN',
  input: z.object({ id: tillId }),
  type: TillPairingType,
  problems: ['TILL_NOT_FOUND', 'TILL_REVOKED'],
  secret: true,
  run: async ({ input: { id }, viewer, transaction }) =>
    issuePairing(transaction, await lockTill(transaction, { accountId: viewer.account.id, id })),
  settle: ({ till }, { services }) => services.authenticator.forget(till.id),
});
