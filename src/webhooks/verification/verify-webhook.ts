import { z } from 'zod';
import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import { query } from '../../api/query.ts';
import { eventId, eventKind } from '../../events/event.inputs.ts';
import type { Event } from '../../kernel/event-log/event.ts';
import { findEvents } from '../../kernel/event-log/event-reader.ts';
import { Problem } from '../../kernel/problem.ts';
import { idPattern } from '../../vocabulary/ids.ts';

const VerificationResult = builder.enumType('VerificationResult', {
  description: 'The result of a verification.',
  values: {
    VALID: { description: 'The webhook belongs to an event of this account or about one of its subaccounts.' },
  },
});

const WebhookVerificationType = builder.objectType(builder.objectRef<Event>('WebhookVerification'), {
  description: 'Data of an event, to compare with the payload of a received webhook.',
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
    user: t.id({
      nullable: true,
      description: 'The id of the loyalty user or directory member that the event concerns.',
      resolve: userOf,
    }),
  }),
});

const userIds = [idPattern('loyaltyUser'), idPattern('directoryUser')];

export function userOf({ data }: Pick<Event, 'data'>): string | null {
  const { id } = JSON.parse(data);
  return userIds.some((pattern) => pattern.test(id)) ? id : null;
}

export const verifyWebhook = query({
  name: 'verifyWebhook',
  description:
    'Verifies that a received webhook belongs to an event of this account or about one of its subaccounts. Returns data to compare with the payload.',
  scope: 'READ',
  input: z.object({
    webhook: eventId,
    session: z.string().nullish().meta({
      description: 'The code of a coupon session. If given, only an event about this session is verified.',
    }),
  }),
  type: WebhookVerificationType,
  problems: ['EVENT_NOT_FOUND'],
  run: async ({ input, viewer, database }) => {
    const [event] = await findEvents(database, viewer.account.id, [input.webhook]);
    if (!event || (input.session != null && event.session !== input.session)) throw new Problem('EVENT_NOT_FOUND');
    return event;
  },
});
