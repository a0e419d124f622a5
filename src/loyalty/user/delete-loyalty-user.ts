import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow } from '../../kernel/database/rows.ts';
import { personRow } from '../person/person.ts';
import { requireUser, withRewards } from './membership.ts';
import { removeMemberships } from './membership-removal.ts';
import { loyaltyUserKey } from './user.inputs.ts';
import { LoyaltyUserType } from './user.type.ts';
import { recordUsers } from './user-events.ts';

export const deleteLoyaltyUser = mutation({
  name: 'deleteLoyaltyUser',
  description:
    'Removes a user from a loyalty card, with ledger and rewards, and returns the user as it was. A person without another card is removed too. Events stay.',
  scope: 'WRITE',
  input: z.object(loyaltyUserKey),
  type: LoyaltyUserType,
  problems: ['LOYALTY_CARD_NOT_FOUND', 'LOYALTY_USER_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const name = { accountId: viewer.account.id, ...input };
    await requireUser(transaction, name);
    await lockRow(transaction, personRow, { accountId: name.accountId, id: name.user });
    const user = await withRewards(transaction, await requireUser(transaction, name, 'exclusive'));
    await recordUsers(transaction, [user], { type: 'loyalty_user_removed', keyId: viewer.keyId });
    await removeMemberships(transaction, [{ number: user.number, userId: user.id }]);
    return user;
  },
});
