import { verifyWebhook } from '../../../webhooks/verification/verify-webhook.ts';
import { graphql } from '../../documents/typed-document.ts';
import { date } from '../../representations/wire-values.ts';
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
    only: call(
      verifyWebhook,
      graphql(`
        query ($webhook: ID!) {
          verified: verifyWebhook(webhook: $webhook) { result webhook kind type date campaign session user }
        }
      `),
      { EVENT_NOT_FOUND: 509 },
    ),
  },
  envelope: true,
  reply: ({ verified }) => ({
    webhook: verified.webhook,
    datetime: date(verified.date),
    type: verified.type,
    coupon: verified.campaign ?? '',
    statcode: verified.session ?? verified.user ?? '',
    result: verified.result.toLowerCase(),
    kind: verified.kind,
  }),
});
