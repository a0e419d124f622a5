import { date } from '../../representations/wire-values.ts';
import { verifyWebhook } from '../../webhooks/verification/verify-webhook.ts';
import { userOf } from '../../webhooks/verification/webhook-verification.type.ts';
import { only, row } from '../adapter/row.ts';
import { webhook } from '../fields/webhook-fields.ts';

export const webhookVerification = row({
  path: '/v4/webhook/verification',
  summary: 'Get verification information about a webhook',
  section: 'Webhook verification',
  fields: {
    webhook,
  },
  calls: only(verifyWebhook, { EVENT_NOT_FOUND: 509 }),
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
