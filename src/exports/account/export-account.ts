import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { mutation } from '../../api/mutation.ts';
import { type Instant, toInstant } from '../../kernel/values/instant.ts';
import { exportAddress, exportExpiry } from '../export-address.ts';
import { type AccountFileName, accountFileNames, accountFiles } from './account-files.ts';

const FileRef = builder.objectType(builder.objectRef<{ file: AccountFileName; url: string }>('AccountExportFile'), {
  description: 'A file with data of an account.',
  fields: (t) => ({
    name: t.exposeString('file', { description: 'What the file contains, such as `COUPONS`.' }),
    url: t.exposeString('url', {
      description:
        'A signed address that needs no credentials. A GET request to it streams the data as they are at that time, as one JSON object per line.',
    }),
  }),
});

const ExportRef = builder.objectType(
  builder.objectRef<{ files: { file: AccountFileName; url: string }[]; expiresAt: Instant }>('AccountExport'),
  {
    description: 'The addresses of everything that an account stores.',
    fields: (t) => ({
      files: t.expose('files', { type: [FileRef], description: 'The files. A plain list.' }),
      expiresAt: t.expose('expiresAt', {
        type: 'DateTime',
        description: 'When the addresses expire. A download that has begun goes on.',
      }),
    }),
  },
);

mutation({
  name: 'exportAccount',
  description:
    'Creates addresses that stream everything that the account stores, a file for each kind of objects: campaigns, sessions, codes, cards with their ledgers, members, contacts, messages, settings, events, statistics and logs. Passwords and secrets are left out, and so is what was deleted. The addresses are valid for one hour, and no longer than the API key. A download that breaks off is repeated for its file alone. Subaccounts are accounts of their own: call it for each of them. The operator exports a closed account with `npm run cli -- account export`.',
  scope: 'ADMIN',
  input: z.object({
    files: z
      .array(
        z.enum(accountFileNames).meta({
          id: 'AccountExportFileName',
          description: 'What a file of an account contains.',
          values: Object.fromEntries(accountFileNames.map((name) => [name, accountFiles[name].description])),
        }),
      )
      .min(1)
      .max(accountFileNames.length)
      .nullish()
      .meta({ description: 'The files to create addresses for. Default: all.' }),
  }),
  type: ExportRef,
  problems: [],
  run: async ({ input, viewer, services }) => {
    const expires = exportExpiry();
    const which = { type: 'ACCOUNT' as const, accountId: viewer.account.id, keyId: viewer.keyId };
    const files = [...new Set(input.files ?? accountFileNames)].map((file) => ({
      file,
      url: exportAddress(services, { ...which, file }, expires),
    }));
    return { files, expiresAt: toInstant(new Date(expires)) };
  },
});
