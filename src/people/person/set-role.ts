import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { requireRole } from '../../api/viewer.ts';
import { updateRows } from '../../kernel/database/rows.ts';
import { revokeLinksMadeBy, revokeLinksOf } from '../link/person-link.ts';
import { accountMemberships, lockMembers, requireMember, requireOtherOwner } from './account-membership.ts';
import { personId, roleInput } from './person.inputs.ts';
import { PersonType } from './person.type.ts';

mutation({
  name: 'setRole',
  description:
    'Gives a person another role in the account. It counts from the next request. Callers can only give roles whose scopes they have, and the last owner of an account stays one. Links that a former owner made for others no longer work.',
  scope: 'ADMIN',
  input: z.object({ person: personId, role: roleInput }),
  type: PersonType,
  problems: ['PERSON_NOT_FOUND', 'LAST_OWNER'],
  run: async ({ input: { person, role }, viewer, transaction }) => {
    const { id: accountId } = viewer.account;
    requireRole(viewer, role);
    await lockMembers(transaction, accountId);
    const member = await requireMember(transaction, accountId, person);
    if (member.role === 'OWNER' && role !== 'OWNER') {
      await requireOtherOwner(transaction, member);
      await revokeLinksMadeBy(transaction, member);
    }
    // Whoever made a link for a new password may lack the scopes of the new role.
    await revokeLinksOf(transaction, person);
    await updateRows(transaction, accountMemberships, { accountId, personId: person }, { role });
    return { ...member, role };
  },
});
