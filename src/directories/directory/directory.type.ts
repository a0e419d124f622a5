import { builder } from '../../api/builder.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { directoryPath } from '../../vocabulary/links.ts';
import { type Directory, directoryRow } from './directory.ts';

export const DirectoryType = builder.objectType(builder.objectRef<Directory>('Directory'), {
  interfaces: [NodeType],
  description: 'A page that shows campaigns to its members, in categories.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`dir_` followed by 12 characters.' }),
    code: t.exposeString('code', { description: 'The 8 characters that identify it in its public address.' }),
    name: t.exposeString('name', { description: 'Name of the directory.' }),
    title: t.exposeString('title', {
      nullable: true,
      description: 'Heading of the page. If null, the page shows the name of the directory.',
    }),
    description: t.exposeString('description', { nullable: true, description: 'Text below the heading of the page.' }),
    imageUrl: t.exposeString('imageUrl', { nullable: true, description: 'The address of a preview image.' }),
    timezone: t.exposeString('timezone', {
      description: 'IANA time zone name, such as `Europe/Berlin`, for times on the page.',
    }),
    url: t.string({
      description: 'Its public address.',
      resolve: ({ code }, _, { services }) => services.publicUrl + directoryPath(code),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When its own data was last changed. Changes of its categories, campaigns and members do not count.',
      resolve: ({ updatedAt, createdAt }) => updatedAt ?? createdAt,
    }),
  }),
});

readableById(DirectoryType, { form: idPattern('directory'), find: ofAccount(directoryRow) });
