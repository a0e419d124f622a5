import { z } from 'zod';
import { query } from '../../api/query.ts';
import { directoryUserKey } from './user.inputs.ts';
import { requireDirectoryUser } from './user.ts';
import { DirectoryUserType } from './user.type.ts';

export const directoryUser = query({
  name: 'directoryUser',
  description: 'A member of a directory.',
  scope: 'READ',
  input: z.object(directoryUserKey),
  type: DirectoryUserType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_USER_NOT_FOUND'],
  run: async ({ input, viewer, database }) =>
    (await requireDirectoryUser(database, { accountId: viewer.account.id, ...input })).user,
});
