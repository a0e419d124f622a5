import { date } from '../../representations/wire-values.ts';
import { userOf, verifyWebhook } from '../../webhooks/verification/verify-webhook.ts';
import { text } from '../adapter/field.ts';
import { only, row } from '../adapter/row.ts';

const webhook = text({
  argument: 'webhook',
  invalid: 'EVENT_NOT_FOUND',
  required: true,
  description: 'The `id` in the payload of the webhook.',
  example: 'evt_0a1b2c3d4e5f6g7h8i9j',
});

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

/** The undocumented path from before /v4. Some callers still use it. */
export const olderWebhookVerification = row({
  path: '/v3/webhook/verification',
  summary: 'Get verification information about a webhook (older path)',
  section: 'Webhook verification',
  fields: {
    webhook,
    session: text({
      argument: 'session',
      invalid: 'EVENT_NOT_FOUND',
      description: 'The code of the coupon session. The event must belong to this session.',
      example: '0a1b2c3d4e5f6g7h8i9j0',
    }),
  },
  calls: only(verifyWebhook, { EVENT_NOT_FOUND: 509 }),
  reply: ({ id, type, campaignId, session, createdAt }) => ({
    result: 'valid',
    webhook: id,
    date: date(createdAt),
    campaign: campaignId ?? '',
    session: session ?? '',
    type,
  }),
});
