import { builder } from '../../api/builder.ts';
import { shownColumns } from '../../api/noun-fields.ts';
import { type Notice, notices, type noticeTypes } from './notice.ts';

const NoticeTypeType = builder.enumType('NoticeType', {
  description: 'The type of a notice.',
  values: {
    WEBHOOK_ENDPOINT_DISABLED: {
      description: 'A webhook endpoint was disabled, because it failed for five days or responded with 410 Gone.',
    },
    CERTIFICATE_EXPIRES: {
      description: 'The certificate of a wallet integration expires within 30 days.',
    },
    WALLET_PAUSED: {
      description:
        'Apple rejects the certificate of an integration. Phones get no notifications until the certificate is replaced.',
    },
  } satisfies Record<(typeof noticeTypes)[number], object>,
});

export const NoticeType = builder.objectType(builder.objectRef<Notice>('Notice'), {
  description: 'An action that the service took automatically, or something that the account should do soon.',
  fields: (t) => ({
    type: t.expose('type', { type: NoticeTypeType, description: 'The type of the notice.' }),
    subject: t.exposeID('subject', { description: 'The id of the object concerned, such as a webhook endpoint.' }),
    ...shownColumns(t, notices, {
      message: 'A text that explains the notice and what you can do about it.',
      createdAt: 'When it happened.',
    }),
  }),
});
