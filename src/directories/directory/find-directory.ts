import { query } from '../../kernel/api/query.ts';
import { directoryIdOnly } from './directory.inputs.ts';
import { requireDirectory } from './directory.ts';
import { DirectoryType } from './directory.type.ts';

export const directory = query({
  name: 'directory',
  description: 'One directory.',
  scope: 'READ',
  input: directoryIdOnly,
  type: DirectoryType,
  problems: ['DIRECTORY_NOT_FOUND'],
  run: ({ input, viewer, database }) => requireDirectory(database, viewer.account.id, input.id),
});
