import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { deleteRows, hasRow, lockRow, updateRows } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { coupons } from '../coupon/coupon.ts';
import { folderId } from './folder.inputs.ts';
import { folderRow, folders } from './folder.ts';
import { FolderType } from './folder.type.ts';

mutation({
  name: 'deleteFolder',
  description: 'Deletes an empty folder and returns it as it was.',
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
