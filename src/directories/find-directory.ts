import { query } from '../kernel/api/query.ts';
import { requireDirectory } from './directory.ts';
import { DirectoryType } from './directory.type.ts';
import { directoryIdOnly } from './inputs.ts';

export const directory = query({
  name: 'directory',
  description: 'One directory.',
  scope: 'READ',
  input: directoryIdOnly,
  type: DirectoryType,
  problems: ['DIRECTORY_NOT_FOUND'],
  run: ({ input, viewer, database }) => requireDirectory(database, viewer.account.id, input.id),
});
