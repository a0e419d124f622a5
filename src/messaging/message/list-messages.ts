import { z } from 'zod';
import { dateTime } from '../../api/inputs.ts';
import { connection } from '../../api/query.ts';
import { campaignId } from '../../events/event.inputs.ts';
import { jobId } from '../../jobs/job.inputs.ts';
import { countryOf } from '../../kernel/values/phone-number.ts';
import { sessionCode } from '../../sessions/session/session.inputs.ts';
import { anyAddress, messageChannel, messageStatus } from './message.inputs.ts';
import { MessageType } from './message.type.ts';
import { findMessages } from './message-list.ts';

const filter = z
  .object({
    status: messageStatus.nullish().meta({ description: 'Only messages with this status.' }),
    channel: messageChannel.nullish().meta({ description: 'Only messages of this channel.' }),
    campaign: campaignId.nullish().meta({ description: 'Only messages about this coupon, loyalty card or directory.' }),
    session: sessionCode.nullish().meta({ description: 'Only messages with this session.' }),
    address: anyAddress
      .nullish()
      .meta({ description: 'Only messages to this email address, ignoring case, or to this phone number.' }),
    from: dateTime.nullish().meta({ description: 'Only messages queued at this time or later.' }),
    to: dateTime.nullish().meta({ description: 'Only messages queued before this time.' }),
    job: jobId.nullish().meta({ description: 'Only messages of this job.' }),
  })
  .meta({ id: 'MessageFilter', description: 'Filters messages. All conditions must match.' });

connection({
  name: 'messages',
  description: 'The messages of the account, newest first.',
  scope: 'READ',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters messages. Default: all messages.' }) }),
  type: MessageType,
  problems: [],
  run: ({ input, viewer, database, page }) =>
    findMessages(database, viewer.account.id, { ...input.filter, country: countryOf(viewer.account.timezone) }, page),
  keysOf: (message) => [message.createdAt, message.number],
});
