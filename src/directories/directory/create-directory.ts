import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { insertRow } from '../../kernel/database/rows.ts';
import { directoryFields } from './directory.inputs.ts';
import { blankDirectory, changeDirectory, directories } from './directory.ts';
import { DirectoryType } from './directory.type.ts';
import { recordDirectory } from './directory-events.ts';

mutation({
  name: 'createDirectory',
  description: 'Creates an empty directory.',
  scope: 'WRITE',
  input: z.object(directoryFields),
  type: DirectoryType,
  problems: [],
  run: async ({ input, viewer, transaction }) => {
    const directory = blankDirectory(viewer.account.id, viewer.account.timezone);
    changeDirectory(directory, input);
    await insertRow(transaction, directories, directory);
    await recordDirectory(transaction, directory, 'directory_created', viewer.keyId);
    return directory;
  },
});
