import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { hashPassword } from '../../kernel/security/passwords.ts';
import { newPersonInputs } from './person.inputs.ts';
import { insertPersons, newPerson } from './person.ts';
import { LoyaltyPersonType } from './person.type.ts';

export const createLoyaltyPerson = mutation({
  name: 'createLoyaltyPerson',
  description:
    'Creates a person without a loyalty card. `linkLoyaltyUser` adds a card. Records no event, because every loyalty event belongs to a card.',
  scope: 'WRITE',
  input: z.object(newPersonInputs),
  type: LoyaltyPersonType,
  problems: [],
  prepare: ({ input }) => hashPassword(input.password),
  run: async ({ input, viewer, transaction, prepared: passwordHash }) => {
    const person = newPerson(viewer.account.id, input);
    await insertPersons(transaction, [{ ...person, passwordHash }]);
    return person;
  },
});
