import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { tillSettings } from './till.inputs.ts';
import { addTill } from './till.ts';
import { issuePairing } from './till-pairing.ts';
import { TillPairingType } from './till-pairing.type.ts';

mutation({
  name: 'createTill',
  description:
    'Makes a till and a link with which a device becomes this till. An account can have at most 200 tills that are not revoked.',
  scope: 'ADMIN',
  input: z.object(tillSettings),
  type: TillPairingType,
  problems: ['TOO_MANY_TILLS', 'MERCHANT_NOT_FOUND'],
  secret: true,
  run: async ({ input, viewer, transaction }) => {
    const till = await addTill(transaction, {
      accountId: viewer.account.id,
      madeBy: viewer.keyId,
      name: input.name,
      merchant: input.merchant ?? null,
      redeemsAtOnce: input.redeemsAtOnce ?? false,
      asksForMoney: input.asksForMoney ?? false,
      askedFields: input.askedFields ?? [],
      offlineRedemption: input.offlineRedemption ?? 'REFUSE',
    });
    return issuePairing(transaction, till);
  },
});
