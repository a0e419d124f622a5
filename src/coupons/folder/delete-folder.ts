import { IsNull } from 'typeorm';
import { z } from 'zod';
import { mutation } from '../../kernel/api/mutation.ts';
import { requireRow } from '../../kernel/database/single-row.ts';
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
    const folder = await requireRow(
      transaction,
      folderRow,
      { accountId: viewer.account.id, id: input.id },
      'exclusive',
    );
    const { manager } = transaction;
    const isUsed =
      (await manager.existsBy(coupons, { folderId: folder.id, deletedAt: IsNull() })) ||
      (await manager.existsBy(folders, { parentId: folder.id }));
    if (isUsed) throw new Problem('FOLDER_NOT_EMPTY');
    await manager.update(coupons, { folderId: folder.id }, { folderId: null });
    await manager.delete(folders, { id: folder.id });
    return folder;
  },
});
