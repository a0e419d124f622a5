import { defineDomain } from '../kernel/domain.ts';
import { personLinks } from './link/person-link.ts';
import { accountMembers } from './person/account-member.ts';
import { people } from './person/person.ts';
import { personProblems } from './person-problems.ts';
import { signIns } from './sign-in/person-sign-in.ts';

export const peopleDomain = defineDomain({
  problems: personProblems,
  tables: [people, accountMembers, personLinks, signIns],
});
