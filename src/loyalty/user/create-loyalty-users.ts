import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { reserve } from '../../kernel/database/sequence.ts';
import { loyaltyCardId } from '../card/card.inputs.ts';
import { cardRow, creationTypeOf } from '../card/card.ts';
import { personInputs } from '../person/person.inputs.ts';
import { insertPersons, newPerson } from '../person/person.ts';
import { addMemberships } from './enrolment.ts';
import { LoyaltyUserType } from './user.type.ts';

const newUser = z.object(personInputs).meta({ id: 'NewLoyaltyUser', description: 'The data of a new user.' });

export const createLoyaltyUsers = mutation({
  name: 'createLoyaltyUsers',
  description:
    'Creates persons and a loyalty card for each of them: all, or none if any of them is invalid. Returns the users as a plain list. Errors name the index of the user: `users.3.email`.',
  scope: 'WRITE',
  input: z.object({
    card: loyaltyCardId,
    users: z.array(newUser).min(1).max(1000).meta({ description: 'The new users, 1 to 1,000.' }),
  }),
  type: [LoyaltyUserType],
  problems: ['LOYALTY_CARD_NOT_FOUND'],
  rows: ({ users }) => users.length,
  cost: { bulk: 'users' },
  prepare: async ({ input, viewer, database }) => {
    await requireRow(database, cardRow, { accountId: viewer.account.id, id: input.card });
    return reserve(database, 'membership', input.users.length);
  },
  run: async ({ input, viewer, transaction, prepared: first }) => {
    const card = await requireRow(transaction, cardRow, { accountId: viewer.account.id, id: input.card }, 'shared');
    const persons = input.users.map((given) => newPerson(viewer.account.id, given));
    await insertPersons(transaction, persons);
    const event = { type: creationTypeOf(card.medium), keyId: viewer.keyId };
    return addMemberships(transaction, card, persons, first, event);
  },
});
