import { z } from 'zod';
import { words } from '../../kernel/api/inputs.ts';
import { mutation } from '../../kernel/api/mutation.ts';
import { requireRow } from '../../kernel/database/single-row.ts';
import { directoryRow } from '../directory/directory.ts';
import { directoryUserKey } from './user.inputs.ts';
import { directoryUserRow } from './user.ts';
import { DirectoryUserType } from './user.type.ts';
import { blockUser, unblockUser } from './user-block.ts';

export const setDirectoryUserBlocked = mutation({
  name: 'setDirectoryUserBlocked',
  description:
    'Blocks a member, who can then neither sign in nor open anything, or lets the member in again. Doing it again changes nothing.',
  scope: 'WRITE',
  input: z.object({
    ...directoryUserKey,
    blocked: z.boolean().meta({ description: 'Whether to block the member.' }),
    reason: words(200, 'What the member is told about the block'),
  }),
  type: DirectoryUserType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_USER_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const directory = await requireRow(transaction, directoryRow, {
      accountId: viewer.account.id,
      id: input.directory,
    });
    const user = await requireRow(
      transaction,
      directoryUserRow,
      { directoryId: directory.id, id: input.user },
      'exclusive',
    );
    return input.blocked
      ? blockUser(transaction, user, input.reason, viewer.keyId)
      : unblockUser(transaction, user, viewer.keyId);
  },
});
