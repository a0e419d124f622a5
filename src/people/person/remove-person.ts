import { z } from 'zod';
import { mutation } from '../../kernel/api/mutation.ts';
import { endSignInsFor } from '../sign-in/person-sign-in.ts';
import { lockMembers, requireMember } from './account-membership.ts';
import { personId } from './person.inputs.ts';
import { PersonType } from './person.type.ts';
import { removeMember } from './person-removal.ts';

mutation({
  name: 'removePerson',
  description:
    'Takes a person out of the account and ends its sign-ins for the account. A person who belongs to no other account is deleted. The last owner of an account cannot be removed.',
  scope: 'ADMIN',
  input: z.object({ person: personId }),
  type: PersonType,
  problems: ['PERSON_NOT_FOUND', 'LAST_OWNER'],
  run: async ({ input, viewer, transaction }) => {
    await lockMembers(transaction, viewer.account.id);
    const member = await requireMember(transaction, viewer.account.id, input.person);
    await endSignInsFor(transaction, member);
    await removeMember(transaction, member);
    return member;
  },
});
