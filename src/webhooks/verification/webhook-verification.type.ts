import { eventKind } from '../../events/event.inputs.ts';
import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import type { Event } from '../../kernel/event-log/event.ts';

const VerificationResult = builder.enumType('VerificationResult', {
  description: 'What came of a verification.',
  values: { VALID: { description: 'The webhook tells of an event of this account.' } },
});

/** What an event is compared with a webhook by: all of its payload but the record. */
export type Verification = Pick<Event, 'id' | 'kind' | 'type' | 'createdAt' | 'campaignId' | 'session'>;

export const WebhookVerificationType = builder.objectType(builder.objectRef<Verification>('WebhookVerification'), {
  description: 'What a receiver of a webhook can compare its payload with.',
  fields: (t) => ({
    result: t.field({ type: VerificationResult, description: 'What came of it.', resolve: () => 'VALID' as const }),
    webhook: t.exposeID('id', { description: 'The `id` of the payload.' }),
    kind: t.expose('kind', { type: enumTypeOf(eventKind), description: 'What the event is about.' }),
    type: t.exposeString('type', { description: 'What happened, such as `coupon_claimed`.' }),
    date: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
    campaign: t.exposeID('campaignId', {
      nullable: true,
      description: 'The coupon, loyalty card or directory that it concerns.',
    }),
    session: t.exposeID('session', { nullable: true, description: 'The coupon session that it concerns.' }),
  }),
});
