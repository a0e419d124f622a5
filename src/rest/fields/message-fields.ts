import { type Field, phone, text } from '../adapter/field.ts';

export const emailTo: Field = text({
  argument: 'email',
  invalid: 305,
  required: true,
  maxLength: 254,
  description: "The recipient's email address.",
  example: 'ada@example.com',
});

export const phoneTo: Field = phone({
  required: true,
  complaint: 'phone is not a phone number in E.164, such as +493012345678.',
  description: "The recipient's phone number in E.164. Spaces, dashes, dots and parentheses are removed.",
});

export const subject: Field = text({
  argument: 'subject',
  invalid: 300,
  maxLength: 200,
  description: 'The subject, with the placeholders [FIRSTNAME] [LASTNAME] [NAME] [URL].',
  example: 'Fresh bread for you',
});

export const emailBody: Field = text({
  argument: 'body',
  invalid: 300,
  maxLength: 50_000,
  description: 'The body. If it does not contain [URL], a link is added.',
  example: 'See our offer: [URL]',
});

export const smsBody: Field = text({
  argument: 'body',
  invalid: 300,
  maxLength: 1000,
  description: 'The text. If it does not contain [URL], the address is appended.',
  example: 'Your coupon:',
});
