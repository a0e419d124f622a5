import { z } from 'zod';
import { filterInput } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { connection } from '../../api/query.ts';
import { listPage } from '../../kernel/database/list.ts';
import { deleteRows, hasRow, insertRow, lockRow, updateRows } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';
import { coupons } from '../coupon/coupon.ts';
import { folderFields, folderId } from './folder.inputs.ts';
import { type Folder, folderRow, folders, moveFolder } from './folder.ts';
import { FolderType } from './folder.type.ts';

const filter = filterInput('FolderFilter', 'Filters folders.', 'all folders', {
  parent: folderId.nullish().meta({ description: 'Only folders directly inside this folder.' }),
});

connection({
  name: 'folders',
  description: 'The folders of the account, newest first.',
  scope: 'READ',
  input: z.object({ filter }),
  type: FolderType,
  run: ({ input, viewer, database, page }) =>
    listPage(database, page, {
      source: folders,
      where: { accountId: viewer.account.id },
      filter: { parentId: input.filter?.parent || null },
    }),
  keysOf: (folder) => [folder.createdAt, folder.id],
});

export const createFolder = mutation({
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

mutation({
  name: 'deleteFolder',
  description: 'Deletes an empty folder and returns it.',
  scope: 'WRITE',
  input: z.object({ id: folderId }),
  type: FolderType,
  problems: ['FOLDER_NOT_FOUND', 'FOLDER_NOT_EMPTY'],
  run: async ({ input, viewer, transaction }) => {
    const folder = await lockRow(transaction, folderRow, { accountId: viewer.account.id, id: input.id });
    const isUsed =
      (await hasRow(transaction, coupons, { folderId: folder.id, deletedAt: null })) ||
      (await hasRow(transaction, folders, { parentId: folder.id }));
    if (isUsed) throw new Problem('FOLDER_NOT_EMPTY');
    await updateRows(transaction, coupons, { folderId: folder.id }, { folderId: null });
    await deleteRows(transaction, folders, { id: folder.id });
    return folder;
  },
});
