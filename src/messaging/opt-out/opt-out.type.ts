import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import { shownColumns } from '../../api/noun-fields.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { partsOf } from '../../nodes/node-rows.ts';
import { messageChannel } from '../message/message.inputs.ts';
import type { MessageChannel } from '../platform/channel.ts';
import { findOptOuts, type OptOut, optOutId, optOuts } from './opt-out.ts';

const OptOutReasonType = builder.enumType('OptOutReason', {
  description: 'How an address was added to the opt-out list.',
  values: {
    REQUESTED: { description: 'Added by `optOut`.' },
    STOP: { description: 'Added because of an SMS reply, such as STOP, or a report from the platform.' },
    UNSUBSCRIBED: { description: 'Added through the unsubscribe link of an email.' },
    BOUNCED: { description: 'Added because a mail server reported that the mailbox does not exist.' },
  } satisfies Record<OptOut['reason'], object>,
});

export const OptOutType = builder.objectType(builder.objectRef<OptOut>('OptOut'), {
  interfaces: [NodeType],
  description: 'An address that has opted out of a channel.',
  fields: (t) => ({
    id: t.id({
      description: 'The channel and the address, joined by a colon, such as `EMAIL:ada@example.com`.',
      resolve: optOutId,
    }),
    channel: t.expose('channel', { type: enumTypeOf(messageChannel), description: 'The channel.' }),
    ...shownColumns(t, optOuts, {
      address:
        'The email address in lower case, or the phone number in E.164. After `erasePersonalData`, `#` and a keyed hash: the service recognizes the address, but the address cannot be read.',
      createdAt: 'When the address was added to the list.',
    }),
    reason: t.expose('reason', { type: OptOutReasonType, description: 'How the address was added to the list.' }),
  }),
});

readableById(OptOutType, {
  form: /^(EMAIL|SMS):.{3,254}$/,
  find: ({ database, viewer }, ids) => {
    const [channels = [], addresses = []] = partsOf(ids);
    return findOptOuts(database, {
      accountId: viewer.account.id,
      channels: channels as MessageChannel[],
      addresses,
    });
  },
  idOf: optOutId,
});
