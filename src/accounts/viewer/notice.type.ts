import { builder } from '../../kernel/api/builder.ts';
import type { Notice, noticeTypes } from './notice.ts';

const NoticeTypeType = builder.enumType('NoticeType', {
  description: 'What a notice is about.',
  values: {
    WEBHOOK_ENDPOINT_DISABLED: {
      description: 'A webhook endpoint failed for five days, or is gone, and was disabled.',
    },
  } satisfies Record<(typeof noticeTypes)[number], object>,
});

export const NoticeType = builder.objectType(builder.objectRef<Notice>('Notice'), {
  description: 'Something that the service did by itself and the account should know.',
  fields: (t) => ({
    type: t.expose('type', { type: NoticeTypeType, description: 'What it is about.' }),
    subject: t.exposeID('subject', { description: 'The id of what it is about, such as a webhook endpoint.' }),
    message: t.exposeString('message', { description: 'What happened, and what can be done.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
  }),
});
