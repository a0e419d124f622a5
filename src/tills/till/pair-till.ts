import { z } from 'zod';
import { hashSecret } from '../../accounts/api-key/api-key.ts';
import { builder } from '../../api/builder.ts';
import { mutation } from '../../api/mutation.ts';
import { Problem, TooManyRequests } from '../../kernel/problem.ts';
import { randomCode } from '../../kernel/values/random-ids.ts';
import type { Till } from './till.ts';
import { TillType } from './till.type.ts';
import { findOpenPairing, usePairing } from './till-pairing.ts';

const PairedTill = builder.objectType(builder.objectRef<{ till: Till; secret: string }>('PairedTill'), {
  description: 'A till with the credentials of its device.',
  fields: (t) => ({
    till: t.field({ type: TillType, description: 'The till.', resolve: ({ till }) => till }),
    keyId: t.id({
      description:
        'The id with which the device calls from now on, in the header `X-Client-Id`. It is that of the till.',
      resolve: ({ till }) => till.id,
    }),
    secret: t.exposeString('secret', {
      description: 'The secret, for the header `X-Client-Secret`. It is returned only this once.',
    }),
  }),
});

mutation({
  name: 'pairTill',
  description:
    'Makes the device that calls the till of a pairing link. A link works once: of any number of simultaneous calls, exactly one succeeds. An unknown, a used and an expired link are refused alike.',
  scope: null,
  input: z.object({
    token: z
      .string()
      .min(1)
      .max(200)
      .meta({ secret: true, description: 'The token of the link: what follows `#pair=`.' }),
  }),
  type: PairedTill,
  problems: ['TILL_PAIRING_INVALID'],
  secret: true,
  // Before the transaction, so that guesses cost little. They are counted by the address they come from.
  prepare: async ({ input, services, database, address }) => {
    const hash = await findOpenPairing(database, input.token);
    if (hash) return hash;
    const seconds = services.authenticator.noteGuess(address);
    throw seconds === null
      ? new Problem('TILL_PAIRING_INVALID')
      : new TooManyRequests(seconds, 'Too many wrong pairing links.');
  },
  run: async ({ transaction, prepared: hash }) => {
    const secret = randomCode(40);
    const till = await usePairing(transaction, hash, hashSecret(secret));
    if (!till) throw new Problem('TILL_PAIRING_INVALID');
    return { till, secret };
  },
  settle: ({ till }, { services }) => services.authenticator.forget(till.id),
});
