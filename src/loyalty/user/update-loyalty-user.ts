import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { personInputs } from '../person/person.inputs.ts';
import { requireUser, withRewards } from './membership.ts';
import { changePerson } from './person-changes.ts';
import { loyaltyUserKey } from './user.inputs.ts';
import { LoyaltyUserType } from './user.type.ts';

export const updateLoyaltyUser = mutation({
  name: 'updateLoyaltyUser',
  description:
    "Updates the data of a person, on all of the person's cards. Omitted fields keep their values; `null` clears a field.",
  scope: 'WRITE',
  input: z.object({ ...loyaltyUserKey, ...personInputs }),
  type: LoyaltyUserType,
  problems: ['LOYALTY_CARD_NOT_FOUND', 'LOYALTY_USER_NOT_FOUND'],
  run: async ({ input: { card, user, ...changes }, viewer, transaction }) => {
    const name = { accountId: viewer.account.id, card, user };
    await requireUser(transaction, name);
    await changePerson(transaction, name.accountId, user, changes, viewer.keyId);
    return withRewards(transaction, await requireUser(transaction, name));
  },
});
