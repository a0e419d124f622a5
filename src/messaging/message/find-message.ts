import { z } from 'zod';
import { query } from '../../api/query.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { messageId } from './message.inputs.ts';
import { messageRow } from './message.ts';
import { MessageType } from './message.type.ts';

query({
  name: 'message',
  description: 'A message of the account, with its status.',
  scope: 'READ',
  input: z.object({ id: messageId }),
  type: MessageType,
  problems: ['MESSAGE_NOT_FOUND'],
  run: ({ input, viewer, database }) =>
    requireRow(database, messageRow, { accountId: viewer.account.id, id: input.id }),
});
