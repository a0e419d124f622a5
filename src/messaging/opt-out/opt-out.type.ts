import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import { messageChannel } from '../message/message.inputs.ts';
import type { OptOut } from './opt-out.ts';

const OptOutReasonType = builder.enumType('OptOutReason', {
  description: 'How an address came onto the opt-out list.',
  values: {
    REQUESTED: { description: 'By a call.' },
    STOP: { description: 'By an answer such as STOP to an SMS, or because the platform says so.' },
    UNSUBSCRIBED: { description: 'By the link in an email.' },
    BOUNCED: { description: 'A mail server said that there is no such mailbox.' },
  } satisfies Record<OptOut['reason'], object>,
});

export const OptOutType = builder.objectType(builder.objectRef<OptOut>('OptOut'), {
  description: 'An address that gets nothing more from the account on a channel.',
  fields: (t) => ({
    channel: t.expose('channel', { type: enumTypeOf(messageChannel), description: 'The channel.' }),
    address: t.exposeString('address', {
      description: 'The email address in lower case, or the phone number in E.164.',
    }),
    reason: t.expose('reason', { type: OptOutReasonType, description: 'How it came onto the list.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Since when.' }),
  }),
});
