import { verifyWebhook } from '../../../webhooks/verification/verify-webhook.ts';
import { graphql } from '../../documents/typed-document.ts';
import { date } from '../../representations/wire-values.ts';
import { text } from '../adapter/field.ts';
import { call, row } from '../adapter/row.ts';
import { webhook } from '../fields/webhook-fields.ts';

/** The path that callers used before /v4. The specification does not name it, and some still call it. */
export const olderWebhookVerification = row({
  path: '/v3/webhook/verification',
  summary: 'Get verification information about a webhook (older path)',
  section: 'Webhook verification',
  fields: {
    webhook,
    session: text({
      argument: 'session',
      invalid: 'EVENT_NOT_FOUND',
      description: 'The code of the coupon session that the event must concern.',
      example: '0a1b2c3d4e5f6g7h8i9j0',
    }),
  },
  calls: {
    only: call(
      verifyWebhook,
      graphql(`
        query ($webhook: ID!, $session: String) {
          verified: verifyWebhook(webhook: $webhook, session: $session) { result webhook type date campaign session }
        }
      `),
      { EVENT_NOT_FOUND: 509 },
    ),
  },
  reply: ({ verified }) => ({
    result: verified.result.toLowerCase(),
    webhook: verified.webhook,
    date: date(verified.date),
    campaign: verified.campaign ?? '',
    session: verified.session ?? '',
    type: verified.type,
  }),
});
