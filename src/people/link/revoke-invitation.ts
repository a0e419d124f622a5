import { z } from 'zod';
import { idInput } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { revoke } from './invitation.ts';
import { InvitationType } from './invitation.type.ts';

mutation({
  name: 'revokeInvitation',
  description: 'Revokes an invitation, so that its link no longer works. Revoking a revoked one changes nothing.',
  scope: 'ADMIN',
  input: z.object({ id: idInput('personLink', 'an invitation id', 'The invitation') }),
  type: InvitationType,
  problems: ['INVITATION_NOT_FOUND', 'INVITATION_USED'],
  run: ({ input, viewer, transaction }) => revoke(transaction, { accountId: viewer.account.id, id: input.id }),
});
