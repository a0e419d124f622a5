import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { loyaltyCardId } from '../card/card.inputs.ts';
import { cardRow, creationTypeOf } from '../card/card.ts';
import { personInputs } from '../person/person.inputs.ts';
import { insertPersons, newPerson } from '../person/person.ts';
import { addMemberships } from './enrolment.ts';
import { reserveMembership } from './membership.ts';
import { LoyaltyUserType } from './user.type.ts';

export const createLoyaltyUser = mutation({
  name: 'createLoyaltyUser',
  description: 'Creates a person and a loyalty card for that person.',
  scope: 'WRITE',
  input: z.object({ card: loyaltyCardId, ...personInputs }),
  type: LoyaltyUserType,
  problems: ['LOYALTY_CARD_NOT_FOUND'],
  prepare: ({ input, database }) => reserveMembership(database, input.card),
  run: async ({ input, viewer, transaction, prepared: number }) => {
    const card = await requireRow(transaction, cardRow, { accountId: viewer.account.id, id: input.card }, 'shared');
    const person = newPerson(viewer.account.id, input);
    await insertPersons(transaction, [person]);
    const event = { type: creationTypeOf(card.medium), keyId: viewer.keyId };
    const [user] = await addMemberships(transaction, card, [person], number, event);
    if (!user) throw new Error('The membership was not stored.');
    return user;
  },
});
