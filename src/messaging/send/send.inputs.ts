import { z } from 'zod';
import { emailAddress, phoneNumber, sender } from '../../kernel/api/inputs.ts';
import { sessionCode } from '../../sessions/session/session.inputs.ts';

/** What counts as not said when it is empty or blank. */
const said = (length: number, description: string) =>
  z
    .string()
    .max(length)
    .nullish()
    .transform((text) => (text?.trim() ? text : null))
    .meta({ description: `${description}; at most ${length.toLocaleString('en')} characters.` });

const placeholders = 'with the placeholders [FIRSTNAME] [LASTNAME] [NAME] [URL]';

export const email = emailAddress.meta({ description: 'To whom it goes.' });
export const phone = phoneNumber.meta({ description: 'To whom it goes: E.164, spaces and dashes are removed.' });

export const subject = said(200, `The subject in place of the campaign's own, ${placeholders}`);

export const emailBody = said(50_000, `The body, ${placeholders}; a default unless told`);

export const emailFormat = z
  .enum(['TEXT', 'HTML'])
  .meta({
    id: 'EmailFormat',
    description: 'What the body of an email is.',
    values: { TEXT: 'Plain text.', HTML: 'HTML. A text for mail programs without HTML is made of it.' },
  })
  .nullish()
  .meta({ description: 'What the body is; what it looks like unless told.' });

export const from = sender.nullish().meta({
  description:
    'Who sends: an address, or `Name <address>`. The sender of the integration, or of the domain of the account, unless told.',
});

export const smsBody = said(
  1000,
  `The text in place of the campaign's own, ${placeholders}. The address is appended unless [URL] stands in it`,
);

export const buttonText = said(100, "The label of the link of a body without [URL]; 'View deals' unless told");

/** Whom a coupon is sent to, beside the address. */
export const couponRecipient = {
  session: sessionCode.nullish().meta({ description: 'The session of the coupon to send. A new one unless told.' }),
  firstName: said(100, 'First name of the customer'),
  lastName: said(100, 'Last name of the customer'),
  checkUnique: z
    .boolean()
    .default(false)
    .meta({ description: 'Sends nothing when the address got the coupon before, and answers the earlier message.' }),
};
