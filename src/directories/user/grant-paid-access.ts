import { z } from 'zod';
import { dateTime } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { grantAccess } from './paid-access.ts';
import { directoryUserKey } from './user.inputs.ts';
import { requireDirectoryUser } from './user.ts';
import { DirectoryUserType } from './user.type.ts';

export const grantPaidAccess = mutation({
  name: 'grantPaidAccess',
  description:
    'Grants a member access to all paid content of a directory until a given time, or without an end. Replaces an earlier grant.',
  scope: 'WRITE',
  input: z.object({
    ...directoryUserKey,
    expiresAt: dateTime.nullish().meta({
      description: 'When the access ends. Must be in the future. Default: the access has no end.',
    }),
  }),
  type: DirectoryUserType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_USER_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    if (input.expiresAt && input.expiresAt <= now()) throw invalidInput('expiresAt', 'must be in the future');
    const { user } = await requireDirectoryUser(transaction, { accountId: viewer.account.id, ...input }, 'exclusive');
    return grantAccess(transaction, user, input.expiresAt ?? null, viewer.keyId);
  },
});
