import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { insertRow } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';
import { folderFields } from './folder.inputs.ts';
import { type Folder, folders, moveFolder } from './folder.ts';
import { FolderType } from './folder.type.ts';

mutation({
  name: 'createFolder',
  description: 'Creates a folder for coupons.',
  scope: 'WRITE',
  input: z.object(folderFields),
  type: FolderType,
  problems: ['FOLDER_NOT_FOUND', 'FOLDER_CYCLE'],
  run: async ({ input, viewer, transaction }) => {
    const folder: Folder = {
      id: newId('folder'),
      accountId: viewer.account.id,
      name: input.name,
      parentId: null,
      createdAt: now(),
    };
    await moveFolder(transaction, folder, input.parent ?? null);
    await insertRow(transaction, folders, folder);
    return folder;
  },
});
