import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { mutation } from '../../api/mutation.ts';
import { type Instant, toInstant } from '../../kernel/values/instant.ts';
import { exportAddress, exportExpiry } from '../export-address.ts';
import { type AccountFileName, accountFileNames, accountFiles } from './account-files.ts';

const FileRef = builder.objectType(builder.objectRef<{ file: AccountFileName; url: string }>('AccountExportFile'), {
  description: 'A file with data of an account.',
  fields: (t) => ({
    name: t.exposeString('file', { description: 'The contents of the file, such as `COUPONS`.' }),
    url: t.exposeString('url', {
      description:
        'A signed address that needs no credentials. A GET request to it streams the data at the time of the request, one JSON object per line.',
    }),
  }),
});

const ExportRef = builder.objectType(
  builder.objectRef<{ files: { file: AccountFileName; url: string }[]; expiresAt: Instant }>('AccountExport'),
  {
    description: 'The download URLs of all data that an account stores.',
    fields: (t) => ({
      files: t.expose('files', { type: [FileRef], description: 'The files. Not paginated.' }),
      expiresAt: t.expose('expiresAt', {
        type: 'DateTime',
        description: 'When the addresses expire. A download that has begun continues.',
      }),
    }),
  },
);

mutation({
  name: 'exportAccount',
  description:
    'Creates download addresses for everything that the account stores. Each kind of object has its own file: campaigns, sessions, codes, cards with their ledgers, members, contacts, messages, settings, events, statistics and logs. The files leave out passwords, secrets and deleted objects. The addresses are valid for one hour, but no longer than the API key. If a download fails, repeat only that file. Subaccounts are separate accounts and need their own calls. The operator exports a closed account with `npm run cli -- account export`.',
  scope: 'ADMIN',
  input: z.object({
    files: z
      .array(
        z.enum(accountFileNames).meta({
          id: 'AccountExportFileName',
          description: 'The contents of a file in an account export.',
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
