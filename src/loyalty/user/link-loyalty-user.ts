import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow, requireRow } from '../../kernel/database/rows.ts';
import { cardRow } from '../card/card.ts';
import { personRow } from '../person/person.ts';
import { linkPerson } from './enrolment.ts';
import { reserveMembership } from './membership.ts';
import { loyaltyUserKey } from './user.inputs.ts';
import { LoyaltyUserType } from './user.type.ts';

export const linkLoyaltyUser = mutation({
  name: 'linkLoyaltyUser',
  description: 'Adds a loyalty card for an existing person.',
  scope: 'WRITE',
  input: z.object(loyaltyUserKey),
  type: LoyaltyUserType,
  problems: ['LOYALTY_CARD_NOT_FOUND', 'LOYALTY_USER_NOT_FOUND', 'USER_ALREADY_LINKED'],
  prepare: ({ input, database }) => reserveMembership(database, input.card),
  run: async ({ input, viewer, transaction, prepared: number }) => {
    const card = await requireRow(transaction, cardRow, { accountId: viewer.account.id, id: input.card }, 'shared');
    const person = await lockRow(transaction, personRow, { accountId: viewer.account.id, id: input.user });
    return linkPerson(transaction, card, person, number, viewer.keyId);
  },
});
