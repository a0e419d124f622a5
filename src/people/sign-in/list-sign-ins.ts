import { z } from 'zod';
import { connection } from '../../api/query.ts';
import { listPage } from '../../kernel/database/list.ts';
import { personId } from '../person/person.inputs.ts';
import { current, signIns } from './person-sign-in.ts';
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
  run: ({ input, viewer, database, page }) =>
    listPage(database, page, {
      source: signIns,
      where: { ...accessTo(viewer, input.filter?.person), ...current() },
    }),
  keysOf: (signIn) => [signIn.createdAt, signIn.id],
});
