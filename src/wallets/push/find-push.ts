import { z } from 'zod';
import { query } from '../../api/query.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { pushId } from './push.inputs.ts';
import { pushRow } from './push.ts';
import { PushType } from './push.type.ts';

query({
  name: 'push',
  description: 'A push message of the account, with the number of devices that were told.',
  scope: 'READ',
  input: z.object({ id: pushId }),
  type: PushType,
  problems: ['WALLET_PUSH_NOT_FOUND'],
  run: ({ input, viewer, database }) => requireRow(database, pushRow, { accountId: viewer.account.id, id: input.id }),
});
