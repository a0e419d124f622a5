import { query } from '../../api/query.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { directoryIdOnly } from './directory.inputs.ts';
import { directoryRow } from './directory.ts';
import { DirectoryType } from './directory.type.ts';

export const directory = query({
  name: 'directory',
  description: 'A directory of the account.',
  scope: 'READ',
  input: directoryIdOnly,
  type: DirectoryType,
  problems: ['DIRECTORY_NOT_FOUND'],
  run: ({ input, viewer, database }) =>
    requireRow(database, directoryRow, { accountId: viewer.account.id, id: input.id }),
});
