import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { revokeLinksMadeBy } from '../link/person-link.ts';
import { endSignInsFor } from '../sign-in/person-sign-in.ts';
import { lockMembers, requireMember } from './account-membership.ts';
import { personId } from './person.inputs.ts';
import { PersonType } from './person.type.ts';
import { removeMember } from './person-removal.ts';

mutation({
  name: 'removePerson',
  description:
    'Takes a person out of the account and ends their sign-ins to it. Links that they made for others no longer work. A person who belongs to no other account is deleted. The last owner of an account cannot be removed.',
  scope: 'ADMIN',
  input: z.object({ person: personId }),
  type: PersonType,
  problems: ['PERSON_NOT_FOUND', 'LAST_OWNER'],
  run: async ({ input, viewer, transaction }) => {
    await lockMembers(transaction, viewer.account.id);
    const member = await requireMember(transaction, viewer.account.id, input.person);
    await endSignInsFor(transaction, member);
    await revokeLinksMadeBy(transaction, member);
    await removeMember(transaction, member);
    return member;
  },
});
