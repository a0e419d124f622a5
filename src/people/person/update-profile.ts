import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { Problem } from '../../kernel/problem.ts';
import { findActing } from './account-membership.ts';
import { personName } from './person.inputs.ts';
import { setName } from './person.ts';
import { PersonType } from './person.type.ts';

mutation({
  name: 'updateProfile',
  description: 'Changes the name of the person who calls. An API key has no profile.',
  scope: 'ADMIN',
  alternativeScope: 'READ',
  input: z.object({ name: personName }),
  type: PersonType,
  problems: ['PERSON_NOT_FOUND'],
  run: async ({ input, viewer: { person, account }, transaction }) => {
    if (!person) throw new Problem('FORBIDDEN', 'Only a person who is signed in has a profile.');
    await setName(transaction, person.id, input.name ?? null);
    const changed = await findActing(transaction, account, person.id);
    if (!changed) throw new Problem('PERSON_NOT_FOUND');
    return changed;
  },
});
