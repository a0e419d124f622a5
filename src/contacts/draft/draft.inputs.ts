import { z } from 'zod';
import { emailText, words } from '../../api/inputs.ts';
import { campaignId } from '../../events/event.inputs.ts';
import { messageChannel } from '../../messaging/message/message.inputs.ts';
import { emailFormat, from } from '../../messaging/send/send.inputs.ts';
import { contactGroupId } from '../group/contact-group.inputs.ts';

const placeholders = 'with the placeholders [FIRSTNAME] [LASTNAME] [NAME] [URL]';
const onlyDirectories = ' Only for emails with a directory.';

/** Input fields that say what to send and in which words. */
export const draftFields = {
  campaign: campaignId.meta({ description: 'The coupon (`cam_…`), loyalty card (`loy_…`) or directory (`dir_…`).' }),
  channel: messageChannel
    .nullish()
    .meta({ description: 'The channel. Default: the channel of the group, otherwise email.' }),
  group: contactGroupId.nullish().meta({
    description:
      'The group that the coupon is meant for. The message is then as `sendToGroup` sends it, through the same platform. Only for coupons.',
  }),
  subject: words(
    200,
    `The subject of an email, ${placeholders}`,
    ' Not allowed for SMS. Default: the subject set on the coupon, otherwise a standard subject.',
  ),
  body: emailText.nullish().meta({
    description: `The body, ${placeholders}, at most 50,000 characters, 4,000 HTML tags and 200 placeholders for email, and 1,000 characters for SMS. Default: the body set on the coupon, otherwise a standard body.`,
  }),
  from: from.meta({
    description: `The sender: an address, or \`Name <address>\`. Default: the sender of the integration, otherwise \`no-reply@\` followed by the domain of the account.${onlyDirectories}`,
  }),
  format: emailFormat.meta({
    description: `The format of the body. Default: detected from the body.${onlyDirectories}`,
  }),
  buttonText: words(
    100,
    'The label of the link that is added to a body without [URL]',
    ` Default: \`View deals\`.${onlyDirectories}`,
  ),
};

export const recipientAddress = z
  .string()
  .max(254)
  .nullish()
  .transform((address) => (address?.trim() ? address.trim() : null));
