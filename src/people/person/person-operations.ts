import { z } from 'zod';
import { containedText, filterInput } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { connection } from '../../api/query.ts';
import { requireRole } from '../../api/viewer.ts';
import type { Stored } from '../../kernel/database/columns.ts';
import { listPage } from '../../kernel/database/list.ts';
import { updateRows } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { revokeLinksMadeBy, revokeLinksOf } from '../link/person-link.ts';
import { endSignInsFor } from '../sign-in/person-sign-in.ts';
import {
  type AccountMember,
  accountMembers,
  findActing,
  lockMembers,
  memberColumns,
  requireMember,
  requireOtherOwner,
} from './account-member.ts';
import { personId, personName, roleInput } from './person.inputs.ts';
import { setName } from './person.ts';
import { PersonType } from './person.type.ts';
import { removeMember } from './person-removal.ts';

const filter = filterInput('PersonFilter', 'Filters people.', 'all', {
  role: roleInput.nullish().meta({ description: 'Only people with this role.' }),
  text: containedText('people', 'whose name or email address contains'),
});

connection({
  name: 'people',
  description: 'The people who belong to the account, most recently joined first. An account has at most 200 people.',
  scope: 'ADMIN',
  input: z.object({ filter }),
  type: PersonType,
  run: ({ input: { filter }, viewer, database, page }) =>
    listPage<Stored<typeof accountMembers>, AccountMember>(database, page, {
      source: accountMembers,
      columns: memberColumns,
      join: 'JOIN console_people p ON p.id = t.person_id',
      where: { accountId: viewer.account.id },
      filter: { role: filter?.role },
      contains: { text: filter?.text, in: ['p.name', 'p.email'] },
      order: ['createdAt', 'personId'],
    }),
  keysOf: (person) => [person.joinedAt, person.id],
});

mutation({
  name: 'setRole',
  description:
    'Changes the role of a person in the account. The new role applies from the next request. Callers can assign only roles whose scopes they have. The last owner of an account must remain an owner. If an owner loses that role, links that the owner made for others stop working.',
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
    // The person who created an open link may lack the scopes of the new role.
    await revokeLinksOf(transaction, person);
    await updateRows(transaction, accountMembers, { accountId, personId: person }, { role });
    return { ...member, role };
  },
});

mutation({
  name: 'updateProfile',
  description: 'Changes the name of the signed-in person. An API key has no profile.',
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

mutation({
  name: 'removePerson',
  description:
    'Removes a person from the account and signs the person out of it. Links that the person made for others stop working. A person who belongs to no other account is deleted. The last owner of an account cannot be removed.',
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
