import { z } from 'zod';
import { emailAddress, emailText, lineText, phoneNumber, sender } from '../../api/inputs.ts';
import { firstFilled } from '../../kernel/values/blank.ts';
import { sessionCode } from '../../sessions/session/session.inputs.ts';

/** An optional text. An empty or blank one becomes null. */
const optionalText = (length: number, label: string, note = '', text = z.string().max(length)) =>
  text
    .nullish()
    .transform((text) => firstFilled(text) || null)
    .meta({ description: `${label}, at most ${length.toLocaleString('en')} characters.${note}` });

const placeholders = 'with the placeholders [FIRSTNAME] [LASTNAME] [NAME] [URL]';

export const email = emailAddress.meta({ description: 'The email address of the recipient.' });
export const phone = phoneNumber.meta({
  description: 'The phone number of the recipient.',
});

export const subject = optionalText(
  200,
  `The subject, ${placeholders}`,
  ' Default: for a coupon, the subject set on it, if there is one. Otherwise a standard subject.',
);

export const emailBody = emailText
  .nullish()
  .transform((text) => firstFilled(text) || null)
  .meta({
    description: `The body, ${placeholders}, at most 50,000 characters, 4,000 HTML tags and 200 placeholders. Default: a standard body.`,
  });

export const emailFormat = z
  .enum(['TEXT', 'HTML'])
  .meta({
    id: 'EmailFormat',
    description: 'The format of an email body.',
    values: { TEXT: 'Plain text.', HTML: 'HTML. A plain text version is derived from it.' },
  })
  .nullish()
  .meta({ description: 'The format of the body. Default: detected from the body.' });

export const from = sender.nullish().meta({
  description:
    'The sender: an address, or `Name <address>`. Default: the sender of the integration, otherwise `no-reply@` followed by the domain of the account.',
});

export const smsBody = optionalText(
  1000,
  `The text, ${placeholders}`,
  ' The URL is appended unless the text contains [URL]. Default: for a coupon, the text set on it, if there is one. Otherwise a standard text.',
);

export const buttonText = optionalText(
  100,
  'The label of the link that is added to a body without [URL]',
  ' Default: `View deals`.',
);

export const couponRecipient = {
  session: sessionCode
    .nullish()
    .meta({ description: 'The code of the coupon session to send. Default: the code of a new session.' }),
  firstName: optionalText(100, 'First name of the customer', '', lineText(100)),
  lastName: optionalText(100, 'Last name of the customer', '', lineText(100)),
  checkUnique: z.boolean().default(false).meta({
    description: 'Whether to return the earlier message instead of sending if the address already received the coupon.',
  }),
};
