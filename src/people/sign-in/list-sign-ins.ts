import { z } from 'zod';
import { connection } from '../../kernel/api/query.ts';
import { keyset } from '../../kernel/database/paging.ts';
import { personId } from '../person/person.inputs.ts';
import { currentValues, isCurrent, type PersonSignIn, signInColumns } from './person-sign-in.ts';
import { SignInType } from './sign-in.type.ts';
import { accessTo } from './sign-in-access.ts';

const filter = z
  .object({ person: personId.nullish().meta({ description: 'Only sign-ins of this person to the account.' }) })
  .meta({ id: 'SignInFilter', description: 'Filters sign-ins.' });

connection({
  name: 'signIns',
  description:
    'Current sign-ins to the console, newest first. People see their own; with `ADMIN`, also those of another person to this account. An API key with `ADMIN` sees all sign-ins to the account.',
  scope: 'ADMIN',
  alternativeScope: 'READ',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters sign-ins.' }) }),
  type: SignInType,
  problems: [],
  run: ({ input, viewer, database, page }) => {
    const { condition, ending, values } = keyset(page, 'i.created_at', 'i.id');
    const [accessible, chosen] = accessTo(viewer, input.filter?.person);
    return database.rows<PersonSignIn>(
      `SELECT ${signInColumns} FROM sign_ins i WHERE ${accessible} AND ${isCurrent} ${condition} ${ending}`,
      [...chosen, ...currentValues(), ...values],
    );
  },
  keysOf: (signIn) => [signIn.createdAt, signIn.id],
});
