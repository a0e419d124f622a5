import { z } from 'zod';
import { campaignId } from '../../events/event.inputs.ts';
import { jobId } from '../../jobs/job.inputs.ts';
import { connection } from '../../kernel/api/query.ts';
import { sessionCode } from '../../sessions/session/session.inputs.ts';
import { anyAddress, messageChannel, messageStatus } from './message.inputs.ts';
import { MessageType } from './message.type.ts';
import { findMessages } from './message-list.ts';

const filter = z
  .object({
    status: messageStatus.nullish().meta({ description: 'Only messages that stand so.' }),
    channel: messageChannel.nullish().meta({ description: 'Only messages of this channel.' }),
    campaign: campaignId.nullish().meta({ description: 'Only messages about this coupon, loyalty card or directory.' }),
    session: sessionCode.nullish().meta({ description: 'Only messages that carry this session.' }),
    address: anyAddress
      .nullish()
      .meta({ description: 'Only messages to this email address, in upper or lower case, or this phone number.' }),
    job: jobId.nullish().meta({ description: 'Only messages that this job sends.' }),
  })
  .meta({ id: 'MessageFilter', description: 'Which messages; all conditions hold together.' });

connection({
  name: 'messages',
  description: 'The messages of the account, newest first.',
  scope: 'READ',
  input: z.object({ filter: filter.nullish().meta({ description: 'Which messages; all unless told.' }) }),
  type: MessageType,
  problems: [],
  run: ({ input, viewer, database, page }) => findMessages(database, viewer.account.id, input.filter ?? {}, page),
  keysOf: (message) => [message.createdAt, message.number],
});
