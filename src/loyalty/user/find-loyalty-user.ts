import { z } from 'zod';
import { query } from '../../api/query.ts';
import { requireUser } from './membership.ts';
import { loyaltyUserKey } from './user.inputs.ts';
import { LoyaltyUserType } from './user.type.ts';

export const loyaltyUser = query({
  name: 'loyaltyUser',
  description: 'A user of a loyalty card.',
  scope: 'READ',
  input: z.object(loyaltyUserKey),
  type: LoyaltyUserType,
  problems: ['LOYALTY_CARD_NOT_FOUND', 'LOYALTY_USER_NOT_FOUND'],
  run: ({ input, viewer, database }) => requireUser(database, { accountId: viewer.account.id, ...input }),
});
