import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import { messageChannel } from '../../messaging/message/message.inputs.ts';
import type { OutgoingEmail } from '../../messaging/platform/platform.ts';
import { segmentsOf } from '../../messaging/platform/sms-segments.ts';
import type { MessagePreview } from './draft-preview.ts';

export const MessagePreviewType = builder.objectType(builder.objectRef<MessagePreview>('MessagePreview'), {
  description: 'A message as it would be sent.',
  fields: (t) => ({
    channel: t.field({
      type: enumTypeOf(messageChannel),
      description: 'The channel.',
      resolve: ({ outgoing }) => outgoing.channel,
    }),
    address: t.string({
      description: 'The email address of the recipient, or the phone number in E.164.',
      resolve: ({ recipient }) => recipient.address,
    }),
    isExample: t.boolean({
      description: 'Whether the recipient is an example.',
      resolve: ({ recipient }) => recipient.kind === 'EXAMPLE',
    }),
    sender: t.string({
      nullable: true,
      description: 'The sender of an email: an address, or `Name <address>`.',
      resolve: (preview) => senderOf(emailOf(preview)),
    }),
    subject: t.string({
      nullable: true,
      description: 'Subject of an email, with placeholders replaced.',
      resolve: (preview) => emailOf(preview)?.subject,
    }),
    text: t.string({
      description: 'Body as plain text, with placeholders replaced.',
      resolve: ({ outgoing }) => outgoing.text,
    }),
    html: t.string({
      nullable: true,
      description: 'Body of an email as HTML, with placeholders replaced.',
      resolve: (preview) => emailOf(preview)?.html,
    }),
    url: t.exposeString('url', { description: 'The campaign address that the message links to.' }),
    segments: t.int({
      nullable: true,
      description: 'The number of segments of an SMS.',
      resolve: ({ outgoing }) => (outgoing.channel === 'SMS' ? segmentsOf(outgoing.text) : null),
    }),
    refusal: t.exposeString('refusal', {
      nullable: true,
      description:
        'Why the message would not be sent now, in words, for example because the coupon is locked or the address has opted out. The email balance is not checked.',
    }),
  }),
});

function emailOf({ outgoing }: MessagePreview): OutgoingEmail | null {
  return outgoing.channel === 'EMAIL' ? outgoing : null;
}

function senderOf(email: OutgoingEmail | null): string | null {
  if (!email) return null;
  const { name, address } = email.from;
  return name ? `${name} <${address}>` : address;
}
