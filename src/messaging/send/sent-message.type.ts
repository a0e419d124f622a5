import { builder } from '../../api/builder.ts';
import { CouponSessionType } from '../../sessions/session/session.type.ts';
import { MessageType } from '../message/message.type.ts';
import { awaitVerdict, type SentMessage } from './letter.ts';

export const SentMessageType = builder.objectType(builder.objectRef<SentMessage>('SentMessage'), {
  description: 'The result of a send.',
  fields: (t) => ({
    message: t.field({
      type: MessageType,
      description:
        'The message, or the earlier message for a duplicate. The status is `QUEUED` if the platform neither accepted nor refused the message within 10 seconds.',
      resolve: ({ message, messageId }, _, { services }) => message ?? awaitVerdict(services.database, messageId, 0),
    }),
    session: t.field({
      type: CouponSessionType,
      nullable: true,
      description: 'The coupon session that the message links to. Only for coupons.',
      resolve: ({ session }) => session,
    }),
    duplicate: t.exposeBoolean('duplicate', {
      description:
        'Whether the send was skipped because the address already received the coupon. Only with `checkUnique`.',
    }),
  }),
});
