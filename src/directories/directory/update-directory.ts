import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow, updateRows } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { directoryFields, directoryId } from './directory.inputs.ts';
import { changeDirectory, directories, directoryRow } from './directory.ts';
import { DirectoryType } from './directory.type.ts';
import { recordDirectory } from './directory-events.ts';

mutation({
  name: 'updateDirectory',
  description:
    'Updates a directory. Omitted fields keep their values; `null` clears `title`, `description` or `imageUrl`.',
  scope: 'WRITE',
  input: z.object({ id: directoryId, ...directoryFields, name: directoryFields.name.nullish() }),
  type: DirectoryType,
  problems: ['DIRECTORY_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const directory = await lockRow(transaction, directoryRow, { accountId: viewer.account.id, id: input.id });
    changeDirectory(directory, input);
    directory.updatedAt = now();
    await updateRows(transaction, directories, { id: directory.id }, directory);
    await recordDirectory(transaction, directory, 'directory_updated', viewer.keyId);
    return directory;
  },
});
