import { z } from 'zod';
import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import { emailText, optionalText } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { query } from '../../api/query.ts';
import type { Viewer } from '../../api/viewer.ts';
import { campaignId } from '../../events/event.inputs.ts';
import { invalidInput, type ProblemCode } from '../../kernel/problem.ts';
import { messageChannel } from '../../messaging/message/message.inputs.ts';
import type { MessageChannel } from '../../messaging/platform/channel.ts';
import type { OutgoingEmail } from '../../messaging/platform/platform.ts';
import { segmentsOf } from '../../messaging/platform/sms-segments.ts';
import { sendCampaign, sendCoupon, settleSent } from '../../messaging/send/letter.ts';
import { couponRecipient, emailFormat, from } from '../../messaging/send/send.inputs.ts';
import { SentMessageType } from '../../messaging/send/sent-message.type.ts';
import { reserveSequence } from '../../sessions/session/session-creation.ts';
import { contactGroupId } from '../group/contact-group.inputs.ts';
import { readDraft, requireAddress } from './draft.ts';
import { type MessagePreview, previewDraft } from './draft-preview.ts';

const MessagePreviewType = builder.objectType(builder.objectRef<MessagePreview>('MessagePreview'), {
  description: 'A preview of a message.',
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
    problem: t.exposeString('problem', {
      nullable: true,
      description:
        'Why the service would not send the message now, as text. For example, the coupon is locked or the address has opted out. The email balance is not checked.',
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

const placeholders = 'with the placeholders [FIRSTNAME] [LASTNAME] [NAME] [URL]';
const onlyDirectories = ' Only for emails with a directory.';

const draftFields = {
  campaign: campaignId.meta({ description: 'The coupon (`cam_…`), loyalty card (`loy_…`) or directory (`dir_…`).' }),
  channel: messageChannel
    .nullish()
    .meta({ description: 'The channel. Default: the channel of the group, otherwise email.' }),
  group: contactGroupId.nullish().meta({
    description:
      'The group that is to receive the coupon. The message is then the same as with `sendToGroup`, through the same platform. Only for coupons.',
  }),
  subject: optionalText(
    200,
    `The subject of an email, ${placeholders}`,
    ' Not allowed for SMS. Default: the subject set on the coupon, otherwise a standard subject.',
  ),
  body: emailText.nullish().meta({
    description: `The body, ${placeholders}. At most 50,000 characters, 4,000 HTML tags and 200 placeholders for email, and 1,000 characters for SMS. Default: the body set on the coupon, otherwise a standard body.`,
  }),
  from: from.meta({
    description: `The sender: an address, or \`Name <address>\`. Default: the sender of the integration, otherwise \`no-reply@\` followed by the domain of the account.${onlyDirectories}`,
  }),
  format: emailFormat.meta({
    description: `The format of the body. Default: detected from the body.${onlyDirectories}`,
  }),
  buttonText: optionalText(
    100,
    'The label of the link that is added to a body without [URL]',
    ` Default: \`View deals\`.${onlyDirectories}`,
  ),
};

const recipientAddress = z
  .string()
  .max(254)
  .nullish()
  .transform((address) => (address?.trim() ? address.trim() : null));

const draftProblems = [
  'NO_EMAIL_INTEGRATION',
  'NO_SMS_INTEGRATION',
  'NO_EMAIL_SERVICE',
  'NO_SMS_SERVICE',
  'COUPON_NOT_FOUND',
  'LOYALTY_CARD_NOT_FOUND',
  'DIRECTORY_NOT_FOUND',
  'SESSION_NOT_FOUND',
  'CONTACT_GROUP_NOT_FOUND',
  'EMAIL_NOT_SENT',
] as const satisfies readonly ProblemCode[];

const { checkUnique: _, session, firstName, lastName } = couponRecipient;

query({
  name: 'previewMessage',
  description:
    'Shows the message that `sendMessage` or `sendToGroup` would send, without sending or storing anything. Without `address`, the recipient is the first contact of the group, or an example.',
  scope: 'READ',
  input: z.object({
    ...draftFields,
    address: recipientAddress.meta({
      description:
        'The email address of the recipient, or the phone number in E.164, depending on the channel. Default: the first contact of the group, otherwise an example.',
    }),
    firstName,
    lastName,
    session: session.meta({
      description: 'The code of the coupon session to link to. Default: an example code whose link does not work.',
    }),
  }),
  type: MessagePreviewType,
  problems: draftProblems,
  cost: { own: 200 },
  run: async ({ input, viewer, database, services }) => {
    const draft = await readDraft(database, viewer.account.id, input);
    return previewDraft(database, viewer, draft, input, services);
  },
});

mutation({
  name: 'sendMessage',
  description:
    'Sends a coupon, loyalty card or directory to one address with the given texts. Waits up to 10 seconds for the platform to accept or refuse the message. Without `address`, sends a test to the signed-in person. A test is a real message, and statistics count it. Unless `session` is given, a coupon gets a new session, which can be used. A directory email uses one email of the email balance. If `firstName` or `lastName` is given, the body of a coupon email must contain the matching placeholder.',
  scope: 'SEND',
  input: z.object({
    ...draftFields,
    address: recipientAddress.meta({
      description:
        'The email address of the recipient, or the phone number in E.164, depending on the channel. Default: the email address of the signed-in person. Required for SMS and for API keys.',
    }),
    ...couponRecipient,
  }),
  type: SentMessageType,
  problems: [...draftProblems, 'SMS_NOT_SENT', 'SMS_OPTED_OUT', 'EMAIL_BALANCE_EMPTY'],
  prepare: ({ input, database }) =>
    input.campaign.startsWith('cam_') && !input.session ? reserveSequence(database, input.campaign) : null,
  run: async ({ input, viewer, services: { publicUrl }, transaction, prepared: sequence }) => {
    const { account, keyId } = viewer;
    const { channel, integration, content, campaignId, about } = await readDraft(
      transaction,
      account.id,
      input,
      'shared',
    );
    const recipient = { ...input, address: addressFor(viewer, channel, input.address) };
    const caller = { account, keyId, integration, publicUrl };
    if (about.coupon) return sendCoupon(transaction, caller, about.coupon, content, recipient, sequence);
    const { address, firstName, lastName } = recipient;
    const paid = campaignId.startsWith('dir_') && channel === 'EMAIL';
    return sendCampaign(transaction, caller, {
      ...{ address, firstName, lastName, content, campaignId, paid },
      link: about.link,
    });
  },
  settle: settleSent,
});

function addressFor({ person, keyName }: Viewer, channel: MessageChannel, given: string | null): string {
  if (given !== null) return requireAddress(channel, given);
  if (channel === 'SMS') throw invalidInput('address', 'is required for SMS');
  if (!person) throw invalidInput('address', 'is required for API keys');
  return keyName;
}
