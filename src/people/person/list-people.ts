import { z } from 'zod';
import { containedText } from '../../api/inputs.ts';
import { connection } from '../../api/query.ts';
import type { Stored } from '../../kernel/database/columns.ts';
import { listPage } from '../../kernel/database/list.ts';
import { accountMemberships, type Member, memberColumns } from './account-membership.ts';
import { roleInput } from './person.inputs.ts';
import { PersonType } from './person.type.ts';

const filter = z
  .object({
    role: roleInput.nullish().meta({ description: 'Only people with this role.' }),
    text: containedText('people', 'whose name or email address contains'),
  })
  .meta({ id: 'PersonFilter', description: 'Filters people.' });

connection({
  name: 'people',
  description: 'The people who belong to the account, those who joined last first. An account has at most 200.',
  scope: 'ADMIN',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters people. Default: everybody.' }) }),
  type: PersonType,
  problems: [],
  run: ({ input: { filter }, viewer, database, page }) =>
    listPage<Stored<typeof accountMemberships>, Member>(database, page, {
      source: accountMemberships,
      columns: memberColumns,
      join: 'JOIN console_people p ON p.id = t.person_id',
      where: { accountId: viewer.account.id },
      filter: { role: filter?.role },
      contains: { text: filter?.text, in: ['p.name', 'p.email'] },
      order: ['createdAt', 'personId'],
    }),
  keysOf: (person) => [person.joinedAt, person.id],
});
