import { z } from 'zod';
import { containedText } from '../../kernel/api/inputs.ts';
import { connection } from '../../kernel/api/query.ts';
import { keyset, searched } from '../../kernel/database/paging.ts';
import { type Member, memberColumns } from './account-membership.ts';
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
  run: ({ input, viewer, database, page }) => {
    const { condition, ending, values } = keyset(page, 'm.created_at', 'm.person_id');
    const { role, text } = input.filter ?? {};
    const found = searched(database, text, 'p.name', 'p.email');
    return database.rows<Member>(
      `SELECT ${memberColumns} FROM memberships m JOIN console_people p ON p.id = m.person_id
       WHERE m.account_id = ? ${role ? 'AND m.role = ?' : ''} ${found.condition} ${condition} ${ending}`,
      [viewer.account.id, ...(role ? [role] : []), ...found.values, ...values],
    );
  },
  keysOf: (person) => [person.joinedAt, person.id],
});
