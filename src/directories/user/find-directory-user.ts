import { z } from 'zod';
import { query } from '../../kernel/api/query.ts';
import { requireRow } from '../../kernel/database/single-row.ts';
import { directoryRow } from '../directory/directory.ts';
import { directoryUserKey } from './user.inputs.ts';
import { directoryUserRow } from './user.ts';
import { DirectoryUserType } from './user.type.ts';

export const directoryUser = query({
  name: 'directoryUser',
  description: 'A member of a directory.',
  scope: 'READ',
  input: z.object(directoryUserKey),
  type: DirectoryUserType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_USER_NOT_FOUND'],
  run: async ({ input, viewer, database }) => {
    const directory = await requireRow(database, directoryRow, { accountId: viewer.account.id, id: input.directory });
    return requireRow(database, directoryUserRow, { directoryId: directory.id, id: input.user });
  },
});
