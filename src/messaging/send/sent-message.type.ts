import { builder } from '../../kernel/api/builder.ts';
import { CouponSessionType } from '../../sessions/session/session.type.ts';
import { awaitVerdict } from '../delivery/verdict-wait.ts';
import { MessageType } from '../message/message.type.ts';
import type { Sent } from './sent-message.ts';

export const SentType = builder.objectType(builder.objectRef<Sent>('Sent'), {
  description: 'What a send led to.',
  fields: (t) => ({
    message: t.field({
      type: MessageType,
      description: 'The message, or the earlier one. Still queued when the platform said nothing for 10 seconds.',
      resolve: ({ message, messageId }, _, { services }) => message ?? awaitVerdict(services.database, messageId, 0),
    }),
    session: t.field({
      type: CouponSessionType,
      nullable: true,
      description: 'The session that it carries, or that the earlier one carried; only of a coupon.',
      resolve: ({ session }) => session,
    }),
    duplicate: t.exposeBoolean('duplicate', {
      description: 'Whether the address got the coupon before and nothing was sent; only with `checkUnique`.',
    }),
  }),
});
