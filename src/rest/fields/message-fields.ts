import { type Field, phone, text } from '../adapter/field.ts';

export const emailCodes = { NO_EMAIL_INTEGRATION: 104, EMAIL_NOT_SENT: 604 };

export const smsCodes = { NO_SMS_INTEGRATION: 103, SMS_OPTED_OUT: 605, SMS_NOT_SENT: 602 };

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
  description: 'The subject of the email. Placeholders: [FIRSTNAME] [LASTNAME] [NAME] [URL].',
  example: 'Fresh bread for you',
});

export const emailBody: Field = text({
  argument: 'body',
  invalid: 300,
  maxLength: 50_000,
  description: 'The body of the email. If it does not contain [URL], a link is added.',
  example: 'See our offer: [URL]',
});

export const smsBody: Field = text({
  argument: 'body',
  invalid: 300,
  maxLength: 1000,
  description: 'The text of the SMS. If it does not contain [URL], the link is appended.',
  example: 'Your coupon:',
});
