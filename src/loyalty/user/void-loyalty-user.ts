import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { requireUser, voidMembership, withRewards } from './membership.ts';
import { loyaltyUserKey } from './user.inputs.ts';
import { LoyaltyUserType } from './user.type.ts';
import { recordUsers } from './user-events.ts';

export const voidLoyaltyUser = mutation({
  name: 'voidLoyaltyUser',
  description: 'Voids the card of a user. Stamps, points and rewards stay as they are.',
  scope: 'WRITE',
  input: z.object(loyaltyUserKey),
  type: LoyaltyUserType,
  problems: ['LOYALTY_CARD_NOT_FOUND', 'LOYALTY_USER_NOT_FOUND', 'LOYALTY_USER_ALREADY_VOIDED'],
  run: async ({ input, viewer, transaction }) => {
    const user = await requireUser(transaction, { accountId: viewer.account.id, ...input }, 'exclusive');
    const voided = await withRewards(transaction, await voidMembership(transaction, user));
    await recordUsers(transaction, [voided], { type: 'loyalty_user_voided', keyId: viewer.keyId });
    return voided;
  },
});
