import { verifyWebhook } from '../../../webhooks/verification/verify-webhook.ts';
import { date } from '../../representations/wire-values.ts';
import { text } from '../adapter/field.ts';
import { call, row } from '../adapter/row.ts';
import { graphql } from '../documents/typed-document.ts';

export const webhookVerification = row({
  path: '/v4/webhook/verification',
  summary: 'Get verification information about a webhook',
  section: 'Webhook verification',
  fields: {
    webhook: text({
      argument: 'webhook',
      invalid: 'EVENT_NOT_FOUND',
      required: true,
      description: 'The `id` of the payload of the webhook.',
      example: 'evt_0a1b2c3d4e5f6g7h8i9j',
    }),
  },
  calls: {
    only: call(
      verifyWebhook,
      graphql(`
        query ($webhook: ID!) {
          verified: verifyWebhook(webhook: $webhook) { result webhook kind type date campaign session }
        }
      `),
      { EVENT_NOT_FOUND: 509 },
    ),
  },
  envelope: true,
  reply: ({ verified }) => ({
    result: verified.result.toLowerCase(),
    webhook: verified.webhook,
    kind: verified.kind,
    type: verified.type,
    date: date(verified.date),
    campaign: verified.campaign ?? '',
    session: verified.session ?? '',
  }),
});
