import { z } from 'zod';
import { query } from '../../kernel/api/query.ts';
import { requireDirectory } from '../directory/directory.ts';
import { userName } from './user.inputs.ts';
import { requireUser } from './user.ts';
import { DirectoryUserType } from './user.type.ts';

export const directoryUser = query({
  name: 'directoryUser',
  description: 'One member of a directory.',
  scope: 'READ',
  input: z.object(userName),
  type: DirectoryUserType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_USER_NOT_FOUND'],
  run: async ({ input, viewer, database }) =>
    requireUser(database, await requireDirectory(database, viewer.account.id, input.directory), input.user),
});
