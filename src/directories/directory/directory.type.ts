import { builder } from '../../kernel/api/builder.ts';
import { directoryPath } from '../../kernel/values/links.ts';
import type { Directory } from './directory.ts';

export const DirectoryType = builder.objectType(builder.objectRef<Directory>('Directory'), {
  description: 'A page that presents campaigns in categories to its members.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`dir_` and 12 characters.' }),
    code: t.exposeString('code', { description: 'Eight characters that stand in its public address.' }),
    name: t.exposeString('name', { description: 'What it is called.' }),
    title: t.exposeString('title', { nullable: true, description: 'The heading of its page.' }),
    description: t.exposeString('description', { nullable: true, description: 'What stands below the heading.' }),
    timezone: t.exposeString('timezone', { description: 'IANA name of the zone in which its page tells times.' }),
    url: t.string({
      description: 'Its public address.',
      resolve: ({ code }, _, { services }) => services.publicUrl + directoryPath(code),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  }),
});
