import { z } from 'zod';
import { emailAddress, phoneNumber, sender } from '../../kernel/api/inputs.ts';
import { sessionCode } from '../../sessions/session/session.inputs.ts';

/** Returns the schema of an optional text. An empty or blank text becomes null. */
const optionalText = (length: number, description: string) =>
  z
    .string()
    .max(length)
    .nullish()
    .transform((text) => (text?.trim() ? text : null))
    .meta({ description: `${description}, at most ${length.toLocaleString('en')} characters.` });

const placeholders = 'with the placeholders [FIRSTNAME] [LASTNAME] [NAME] [URL]';

export const email = emailAddress.meta({ description: 'The recipient.' });
export const phone = phoneNumber.meta({
  description: "The recipient's phone number in E.164. Spaces and dashes are removed.",
});

export const subject = optionalText(200, `The subject, ${placeholders} (default: the subject of the campaign)`);

export const emailBody = optionalText(50_000, `The body, ${placeholders} (default: a standard body)`);

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
    "The sender: an address, or `Name <address>`. Default: the sender of the integration, or one of the account's domain.",
});

export const smsBody = optionalText(
  1000,
  `The text, ${placeholders} (default: the text of the campaign; the address is appended if the text lacks [URL])`,
);

export const buttonText = optionalText(
  100,
  "The label of the link that is added to a body without [URL] (default: 'View deals')",
);

/** Input fields that describe the recipient of a coupon, without the address. */
export const couponRecipient = {
  session: sessionCode.nullish().meta({ description: 'The coupon session to send. Default: a new session.' }),
  firstName: optionalText(100, 'First name of the customer'),
  lastName: optionalText(100, 'Last name of the customer'),
  checkUnique: z
    .boolean()
    .default(false)
    .meta({ description: 'If the address received the coupon before, sends nothing and returns the earlier message.' }),
};
