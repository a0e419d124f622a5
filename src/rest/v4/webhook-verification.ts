import { date } from '../../representations/wire-values.ts';
import { userOf, verifyWebhook } from '../../webhooks/verification/verify-webhook.ts';
import { call, row } from '../adapter/row.ts';
import { webhook } from '../fields/webhook-fields.ts';

export const webhookVerification = row({
  path: '/v4/webhook/verification',
  summary: 'Get verification information about a webhook',
  section: 'Webhook verification',
  fields: {
    webhook,
  },
  calls: {
    only: call(verifyWebhook, { EVENT_NOT_FOUND: 509 }),
  },
  envelope: true,
  reply: (event) => ({
    webhook: event.id,
    datetime: date(event.createdAt),
    type: event.type,
    coupon: event.campaignId ?? '',
    statcode: event.session ?? userOf(event) ?? '',
    result: 'valid',
    kind: event.kind,
  }),
});
