import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { filterInput, flag } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { connection } from '../../api/query.ts';
import { listPage } from '../../kernel/database/list.ts';
import { Problem, TooManyRequests } from '../../kernel/problem.ts';
import { hashSecret } from '../../kernel/security/secrets.ts';
import { randomCode } from '../../kernel/values/random-ids.ts';
import { tillId, tillSettings } from './till.inputs.ts';
import { addTill, changeSettings, lockTill, revoke, settingsOf, type Till, tills as tillSchema } from './till.ts';
import { TillPairingType, TillType } from './till.type.ts';
import { findOpenPairing, issuePairing, usePairing } from './till-pairing.ts';

const filter = filterInput('TillFilter', 'Filters tills.', 'all tills', {
  revoked: flag('`true`: only revoked tills. `false`: only tills that are not revoked.'),
});

connection({
  name: 'tills',
  description: 'The tills of the account, newest first, including revoked tills.',
  scope: 'ADMIN',
  input: z.object({ filter }),
  type: TillType,
  run: ({ input, viewer, database, page }) =>
    listPage(database, page, {
      source: tillSchema,
      where: { accountId: viewer.account.id },
      present: { revokedAt: input.filter?.revoked },
      index: 'tills_account',
    }),
  keysOf: (till) => [till.createdAt, till.id],
});

export const createTill = mutation({
  name: 'createTill',
  description:
    'Creates a till and a link that pairs a device with it. An account can have at most 200 tills that are not revoked.',
  scope: 'ADMIN',
  input: z.object(tillSettings),
  type: TillPairingType,
  problems: ['TOO_MANY_TILLS', 'LOCATION_NOT_FOUND'],
  secret: true,
  run: async ({ input, viewer, transaction }) => {
    const till = await addTill(transaction, {
      accountId: viewer.account.id,
      madeBy: viewer.keyId,
      name: input.name,
      location: input.location ?? null,
      redeemsAtOnce: input.redeemsAtOnce ?? false,
      asksForMoney: input.asksForMoney ?? false,
      fields: input.fields ?? [],
      offlineRedemption: input.offlineRedemption ?? 'REFUSE',
    });
    return issuePairing(transaction, till);
  },
});

const PairedTill = builder.objectType(builder.objectRef<{ till: Till; secret: string }>('PairedTill'), {
  description: 'A till with the credentials of its device.',
  fields: (t) => ({
    till: t.field({ type: TillType, description: 'The till.', resolve: ({ till }) => till }),
    keyId: t.id({
      description: 'The id that the device sends in the header `X-Client-Id`. It equals the id of the till.',
      resolve: ({ till }) => till.id,
    }),
    secret: t.exposeString('secret', {
      description: 'The secret that the device sends in the header `X-Client-Secret`. It is returned only once.',
    }),
  }),
});

mutation({
  name: 'pairTill',
  description:
    'Pairs the calling device with the till of a pairing link. A link works once: if several devices call simultaneously, exactly one succeeds. Unknown, used and expired links get the same error.',
  scope: null,
  input: z.object({
    token: z
      .string()
      .min(1)
      .max(200)
      .meta({ secret: true, description: 'The token of the link: the text after `#pair=`.' }),
  }),
  type: PairedTill,
  problems: ['TILL_PAIRING_INVALID'],
  secret: true,
  // Check the token before the transaction, so that guesses cost little. They are counted by address.
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

mutation({
  name: 'renewTillPairing',
  description:
    'Creates a new pairing link for a till, for example after its device was lost or reset. The previous link stops working, and the paired device is refused within 5 seconds.',
  scope: 'ADMIN',
  input: z.object({ id: tillId }),
  type: TillPairingType,
  problems: ['TILL_NOT_FOUND', 'TILL_REVOKED'],
  secret: true,
  run: async ({ input: { id }, viewer, transaction }) =>
    issuePairing(transaction, await lockTill(transaction, { accountId: viewer.account.id, id })),
  settle: ({ till }, { services }) => services.authenticator.forget(till.id),
});

mutation({
  name: 'updateTill',
  description:
    'Changes the settings of a till. Fields that are omitted or `null` keep their values, except that `location: null` removes the location. The device applies the changes when it next requests the settings.',
  scope: 'ADMIN',
  input: z.object({ id: tillId, ...tillSettings, name: tillSettings.name.nullish() }),
  type: TillType,
  problems: ['TILL_NOT_FOUND', 'TILL_REVOKED', 'LOCATION_NOT_FOUND'],
  run: async ({ input: { id, ...given }, viewer, transaction }) => {
    const till = await lockTill(transaction, { accountId: viewer.account.id, id });
    const known = settingsOf(till);
    return changeSettings(transaction, till, {
      name: given.name ?? known.name,
      location: given.location === undefined ? known.location : given.location,
      redeemsAtOnce: given.redeemsAtOnce ?? known.redeemsAtOnce,
      asksForMoney: given.asksForMoney ?? known.asksForMoney,
      fields: given.fields ?? known.fields,
      offlineRedemption: given.offlineRedemption ?? known.offlineRedemption,
    });
  },
  settle: (till, { services }) => services.authenticator.forget(till.id),
});

mutation({
  name: 'revokeTill',
  description:
    'Revokes a till and its pairing link. All processes of the service refuse the till within 5 seconds. Revoking it again changes nothing.',
  scope: 'ADMIN',
  input: z.object({ id: tillId }),
  type: TillType,
  problems: ['TILL_NOT_FOUND'],
  run: ({ input, viewer, transaction }) => revoke(transaction, { accountId: viewer.account.id, id: input.id }),
  settle: (till, { services }) => services.authenticator.forget(till.id),
});
