import { z } from 'zod';
import { query } from '../../api/query.ts';
import { CouponSessionType } from '../../sessions/session/session.type.ts';
import { directoryUserKey } from '../user/user.inputs.ts';
import { requireDirectoryUser } from '../user/user.ts';
import { openedSessions } from './campaign-opening.ts';

query({
  name: 'directoryUserSessions',
  description:
    'The sessions that a member received by opening coupons in a directory, the last received first. A plain list of at most 200.',
  scope: 'READ',
  input: z.object(directoryUserKey),
  type: [CouponSessionType],
  problems: ['DIRECTORY_NOT_FOUND', 'DIRECTORY_USER_NOT_FOUND'],
  run: async ({ input, viewer, database }) => {
    const { user } = await requireDirectoryUser(database, { accountId: viewer.account.id, ...input });
    return openedSessions(database, user);
  },
});
