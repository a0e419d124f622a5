import { shownColumns } from '../../api/noun-fields.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { directoryPath } from '../../vocabulary/links.ts';
import { type Directory, directories, directoryRow } from './directory.ts';

export const DirectoryType = nodeType<Directory>('Directory', {
  form: 'directory',
  find: ofAccount(directoryRow),
  description: 'A page where members find and open campaigns, grouped by category.',
  fields: (t) => ({
    ...shownColumns(t, directories, {
      id: '`dir_` followed by 12 characters.',
      code: 'The 8 characters that identify the directory in its public address.',
      name: 'Name of the directory.',
      title: 'The heading of the page. If null, the page shows the name of the directory.',
      description: 'Text below the heading of the page.',
      imageUrl: 'The address of a preview image.',
      timezone: 'The time zone for times on the page: an IANA name, such as `Europe/Berlin`.',
      createdAt: 'When the directory was created.',
    }),
    url: t.string({
      description: 'The public address of the directory.',
      resolve: ({ code }, _, { services }) => services.publicUrl + directoryPath(code),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description:
        'When the data of the directory itself was last changed. Changes to categories, campaigns and members do not count.',
      resolve: ({ updatedAt, createdAt }) => updatedAt ?? createdAt,
    }),
  }),
});
