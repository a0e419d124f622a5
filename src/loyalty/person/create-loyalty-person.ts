import { z } from 'zod';
import { mutation } from '../../kernel/api/mutation.ts';
import { hashPassword } from '../../kernel/security/passwords.ts';
import { newPersonFields } from './person.inputs.ts';
import { insertPersons, newPerson } from './person.ts';
import { LoyaltyPersonType } from './person.type.ts';

export const createLoyaltyPerson = mutation({
  name: 'createLoyaltyPerson',
  description:
    'Stores a person who has no loyalty card yet: `linkLoyaltyUser` gives one. It records no event, since events of loyalty tell of a card.',
  scope: 'WRITE',
  input: z.object(newPersonFields),
  type: LoyaltyPersonType,
  problems: [],
  prepare: ({ input }) => hashPassword(input.password),
  run: async ({ input, viewer, transaction, prepared: passwordHash }) => {
    const person = newPerson(viewer.account.id, input);
    await insertPersons(transaction, [{ ...person, passwordHash }]);
    return person;
  },
});
