import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { tillId, tillSettings } from './till.inputs.ts';
import { changeSettings, lockTill, settingsOf } from './till.ts';
import { TillType } from './till.type.ts';

mutation({
  name: 'updateTill',
  description:
    'Changes the settings of a till. Omitted fields keep their values, and so do fields that are `null`, except `merchant`, which `null` clears. The device follows when it next asks for them.',
  scope: 'ADMIN',
  input: z.object({ id: tillId, ...tillSettings, name: tillSettings.name.nullish() }),
  type: TillType,
  problems: ['TILL_NOT_FOUND', 'TILL_REVOKED', 'MERCHANT_NOT_FOUND'],
  run: async ({ input: { id, ...given }, viewer, transaction }) => {
    const till = await lockTill(transaction, { accountId: viewer.account.id, id });
    const known = settingsOf(till);
    return changeSettings(transaction, till, {
      name: given.name ?? known.name,
      merchant: given.merchant === undefined ? known.merchant : given.merchant,
      redeemsAtOnce: given.redeemsAtOnce ?? known.redeemsAtOnce,
      asksForMoney: given.asksForMoney ?? known.asksForMoney,
      askedFields: given.askedFields ?? known.askedFields,
      offlineRedemption: given.offlineRedemption ?? known.offlineRedemption,
    });
  },
  settle: (till, { services }) => services.authenticator.forget(till.id),
});
