import { builder } from '../../api/builder.ts';
import type { MessageFailures } from '../../messaging/delivery/job-messages.ts';

export const MessageFailuresType = builder.objectType(builder.objectRef<MessageFailures>('MessageFailures'), {
  description: 'How many messages of a job failed for the same reason.',
  fields: (t) => ({
    reason: t.exposeString('reason', { nullable: true, description: 'The reason in words.' }),
    messages: t.exposeInt('messages', { description: 'The number of messages.' }),
  }),
});
