import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { mutation } from '../../api/mutation.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { signOnPath } from '../../vocabulary/links.ts';
import { directoryUserKey } from '../user/user.inputs.ts';
import { requireDirectoryUser } from '../user/user.ts';
import { issueSingleSignOn } from './sign-in.ts';

const SingleSignOnType = builder.objectType(
  builder.objectRef<{ token: string; url: string; expiresAt: Instant }>('SingleSignOn'),
  {
    description: 'A token that signs a member in to a directory once, without a password.',
    fields: (t) => ({
      token: t.exposeString('token', { description: 'The token. It is returned only once.' }),
      url: t.exposeString('url', {
        description: 'The address that signs in the member when opened in a browser.',
      }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the token expires if it is not used.' }),
    }),
  },
);

export const createSingleSignOn = mutation({
  name: 'createSingleSignOn',
  description:
    'Creates a token that signs a member in to the page of a directory. The token works once and is valid for 15 minutes.',
  scope: 'WRITE',
  input: z.object(directoryUserKey),
  type: SingleSignOnType,
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_USER_NOT_FOUND', 'DIRECTORY_USER_BLOCKED'],
  secret: true,
  run: async ({ input, viewer, services, transaction }) => {
    const { directory, user } = await requireDirectoryUser(
      transaction,
      { accountId: viewer.account.id, ...input },
      'exclusive',
    );
    const { token, expiresAt } = await issueSingleSignOn(transaction, user);
    return { token, url: `${services.publicUrl}${signOnPath(directory.code)}?token=${token}`, expiresAt };
  },
});
