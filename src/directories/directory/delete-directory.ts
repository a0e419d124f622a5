import { mutation } from '../../api/mutation.ts';
import { lockRow, updateRows } from '../../kernel/database/rows.ts';
import { later } from '../../kernel/jobs/job-queue.ts';
import { now } from '../../kernel/values/instant.ts';
import { directoryIdOnly } from './directory.inputs.ts';
import { directories, directoryRow } from './directory.ts';
import { DirectoryType } from './directory.type.ts';
import { recordDirectory } from './directory-events.ts';
import { purgeDirectory } from './directory-removal.ts';

mutation({
  name: 'deleteDirectory',
  description:
    'Deletes a directory with its categories and members. They disappear for all callers at once; a job removes them from the database. Its campaigns stay.',
  scope: 'WRITE',
  input: directoryIdOnly,
  type: DirectoryType,
  problems: ['DIRECTORY_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const directory = await lockRow(transaction, directoryRow, { accountId: viewer.account.id, id: input.id });
    directory.deletedAt = now();
    await updateRows(transaction, directories, { id: directory.id }, { deletedAt: directory.deletedAt });
    await later(transaction, purgeDirectory, { directory: directory.id });
    await recordDirectory(transaction, directory, 'directory_removed', viewer.keyId);
    return directory;
  },
});
