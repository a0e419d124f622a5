import { builder } from '../../api/builder.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { type Folder, folderRow, folders } from './folder.ts';

export const FolderType = builder.objectType(builder.objectRef<Folder>('Folder'), {
  interfaces: [NodeType],
  description: 'A folder for coupons.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`fol_` followed by 12 characters.' }),
    name: t.exposeString('name', { description: 'Name of the folder.' }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'The id of the parent folder. Null for a folder at the top level.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the folder was created.' }),
  }),
});

readableById(FolderType, { form: idPattern('folder'), find: ofAccount(folderRow) });

export const findFolder = shared<string, Folder | null>(async (database, ids) => {
  const found = await findRows(database, folders, { id: [...new Set(ids)] });
  return ids.map((id) => found.find((folder) => folder.id === id) ?? null);
});
