import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow, updateRows } from '../../kernel/database/rows.ts';
import { folderFields, folderId } from './folder.inputs.ts';
import { folderRow, folders, moveFolder } from './folder.ts';
import { FolderType } from './folder.type.ts';

mutation({
  name: 'updateFolder',
  description:
    'Renames a folder or moves it into another folder. Omitted fields keep their values; `parent: null` moves it to the top level.',
  scope: 'WRITE',
  input: z.object({ id: folderId, ...folderFields, name: folderFields.name.nullish() }),
  type: FolderType,
  problems: ['FOLDER_NOT_FOUND', 'FOLDER_CYCLE'],
  run: async ({ input, viewer, transaction }) => {
    const folder = await lockRow(transaction, folderRow, { accountId: viewer.account.id, id: input.id });
    if (input.name) folder.name = input.name;
    if (input.parent !== undefined) await moveFolder(transaction, folder, input.parent);
    await updateRows(transaction, folders, { id: folder.id }, folder);
    return folder;
  },
});
