import { z } from 'zod';
import { containedText, filterInput } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { connection, query } from '../../api/query.ts';
import { applyChanges } from '../../kernel/database/columns.ts';
import { listPage } from '../../kernel/database/list.ts';
import { insertRow, lockRow, requireRow, updateRows } from '../../kernel/database/rows.ts';
import { enqueue } from '../../kernel/jobs/job-queue.ts';
import { now } from '../../kernel/values/instant.ts';
import { directoryFields, directoryId, directoryIdOnly } from './directory.inputs.ts';
import { blankDirectory, directoryRow, directories as directoryTable, purgeDirectory } from './directory.ts';
import { DirectoryType } from './directory.type.ts';
import { recordDirectory } from './directory-events.ts';

export const directory = query({
  name: 'directory',
  description: 'A directory of the account.',
  scope: 'READ',
  input: directoryIdOnly,
  type: DirectoryType,
  problems: ['DIRECTORY_NOT_FOUND'],
  run: ({ input, viewer, database }) =>
    requireRow(database, directoryRow, { accountId: viewer.account.id, id: input.id }),
});

const filter = filterInput('DirectoryFilter', 'Filters directories. All conditions must match.', 'all directories', {
  code: z.string().max(100).nullish().meta({ description: 'Only the directory with this code.' }),
  text: containedText('directories', 'whose name or title contains'),
});

export const directories = connection({
  name: 'directories',
  description: 'The directories of the account, newest first.',
  scope: 'READ',
  input: z.object({ filter }),
  type: DirectoryType,
  run: ({ input: { filter }, viewer, database, page }) =>
    listPage(database, page, {
      source: directoryRow,
      where: { accountId: viewer.account.id },
      filter: { code: filter?.code },
      contains: { text: filter?.text, in: ['name', 'title'] },
    }),
  keysOf: (directory) => [directory.createdAt, directory.id],
});

export const createDirectory = mutation({
  name: 'createDirectory',
  description: 'Creates an empty directory.',
  scope: 'WRITE',
  input: z.object(directoryFields),
  type: DirectoryType,
  run: async ({ input, viewer, transaction }) => {
    const directory = blankDirectory(viewer.account.id, viewer.account.timezone);
    applyChanges(directoryTable, directory, input);
    await insertRow(transaction, directoryTable, directory);
    await recordDirectory(transaction, directory, 'directory_created', viewer.keyId);
    return directory;
  },
});

mutation({
  name: 'updateDirectory',
  description:
    'Updates a directory. Omitted fields keep their values; `null` clears `title`, `description` or `imageUrl`.',
  scope: 'WRITE',
  input: z.object({ id: directoryId, ...directoryFields, name: directoryFields.name.nullish() }),
  type: DirectoryType,
  problems: ['DIRECTORY_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const directory = await lockRow(transaction, directoryRow, { accountId: viewer.account.id, id: input.id });
    applyChanges(directoryTable, directory, input);
    directory.updatedAt = now();
    await updateRows(transaction, directoryTable, { id: directory.id }, directory);
    await recordDirectory(transaction, directory, 'directory_updated', viewer.keyId);
    return directory;
  },
});

mutation({
  name: 'deleteDirectory',
  description:
    'Deletes a directory with its categories and members. All of them are hidden from all callers immediately. A job then removes them from the database. The campaigns of the directory are kept.',
  scope: 'WRITE',
  input: directoryIdOnly,
  type: DirectoryType,
  problems: ['DIRECTORY_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const directory = await lockRow(transaction, directoryRow, { accountId: viewer.account.id, id: input.id });
    directory.deletedAt = now();
    await updateRows(transaction, directoryTable, { id: directory.id }, { deletedAt: directory.deletedAt });
    await enqueue(transaction, purgeDirectory, { directory: directory.id });
    await recordDirectory(transaction, directory, 'directory_removed', viewer.keyId);
    return directory;
  },
});
