import { z } from 'zod';
import { mutation } from '../api/mutation.ts';
import { now } from '../database/columns.ts';
import { newId } from '../ids.ts';
import { FolderType } from './coupon.type.ts';
import { Folder, folders } from './folder.ts';

mutation({
  name: 'createFolder',
  description: 'Creates a folder for coupons.',
  scope: 'WRITE',
  input: z.object({
    name: z.string().trim().min(1).max(100).meta({ description: 'What it is called; 1 to 100 characters.' }),
  }),
  type: FolderType,
  problems: [],
  run: async ({ input, viewer, transaction }) => {
    const folder = Object.assign(new Folder(), {
      id: newId('folder'),
      accountId: viewer.account.id,
      name: input.name,
      createdAt: now(),
    });
    await transaction.manager.insert(folders, folder);
    return folder;
  },
});
