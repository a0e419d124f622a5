import { builder } from '../../api/builder.ts';
import { shownColumns } from '../../api/noun-fields.ts';
import { batchedRow } from '../../kernel/database/batched-rows.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { type Folder, folderRow, folders } from './folder.ts';

export const FolderType = builder.objectType(builder.objectRef<Folder>('Folder'), {
  interfaces: [NodeType],
  description: 'A folder for coupons.',
  fields: (t) => ({
    ...shownColumns(t, folders, {
      id: '`fol_` followed by 12 characters.',
      name: 'Name of the folder.',
      parentId: 'The id of the parent folder. Null for a folder at the top level.',
      createdAt: 'When the folder was created.',
    }),
  }),
});

readableById(FolderType, { form: idPattern('folder'), find: ofAccount(folderRow) });

export const findFolder = batchedRow(folders);
