import { eventKind } from '../../events/event.inputs.ts';
import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import type { Event } from '../../kernel/event-log/event.ts';

const VerificationResult = builder.enumType('VerificationResult', {
  description: 'The result of a verification.',
  values: { VALID: { description: 'The webhook belongs to an event of this account.' } },
});

/** The data to compare with a received webhook: all of its payload except `data`. */
export type Verification = Pick<Event, 'id' | 'kind' | 'type' | 'createdAt' | 'campaignId' | 'session'>;

export const WebhookVerificationType = builder.objectType(builder.objectRef<Verification>('WebhookVerification'), {
  description: 'Data with which the receiver of a webhook can compare its payload.',
  fields: (t) => ({
    result: t.field({ type: VerificationResult, description: 'The result.', resolve: () => 'VALID' as const }),
    webhook: t.exposeID('id', { description: 'The `id` of the payload.' }),
    kind: t.expose('kind', { type: enumTypeOf(eventKind), description: 'The kind of the event.' }),
    type: t.exposeString('type', { description: 'The type of the event, such as `coupon_claimed`.' }),
    date: t.expose('createdAt', { type: 'DateTime', description: 'When the event happened.' }),
    campaign: t.exposeID('campaignId', {
      nullable: true,
      description: 'The id of the coupon, loyalty card or directory that the event concerns.',
    }),
    session: t.exposeID('session', {
      nullable: true,
      description: 'The code of the coupon session that the event concerns.',
    }),
  }),
});
