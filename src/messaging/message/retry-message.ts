import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { lockRow } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { requireConnected } from '../integration/integration.ts';
import { sessionExists } from './coupon-receipt.ts';
import { revertFinalFailure } from './final-failure.ts';
import { messageId } from './message.inputs.ts';
import { messageRow, requireRetriable } from './message.ts';
import { MessageType } from './message.type.ts';
import { requeueMessage } from './message-queue.ts';

mutation({
  name: 'retryMessage',
  description:
    'Sends a message that failed or has an unknown outcome again, at once and through the current integration. Fails with `SESSION_NOT_FOUND` if its session was deleted. A message with an unknown outcome may arrive twice.',
  scope: 'SEND',
  input: z.object({ id: messageId }),
  type: MessageType,
  problems: [
    'MESSAGE_NOT_FOUND',
    'MESSAGE_NOT_RETRIABLE',
    'SESSION_NOT_FOUND',
    'NO_EMAIL_INTEGRATION',
    'NO_SMS_INTEGRATION',
    'NO_EMAIL_SERVICE',
    'NO_SMS_SERVICE',
    'EMAIL_BALANCE_EMPTY',
  ],
  run: async ({ input, viewer, transaction }) => {
    const message = await lockRow(transaction, messageRow, { accountId: viewer.account.id, id: input.id });
    requireRetriable(message);
    if (!(await sessionExists(transaction, message.session))) throw new Problem('SESSION_NOT_FOUND');
    await requireConnected(transaction, message.integrationId);
    if (message.status === 'FAILED' && !(await revertFinalFailure(transaction, message)))
      throw new Problem('EMAIL_BALANCE_EMPTY');
    return requeueMessage(transaction, message, now());
  },
});
