import { sendDirectoryEmail } from '../../../messaging/send/send-directory-email.ts';
import { sendDirectorySms } from '../../../messaging/send/send-directory-sms.ts';
import { choice, text } from '../adapter/field.ts';
import { call, row } from '../adapter/row.ts';
import { graphql } from '../documents/typed-document.ts';
import { directoryIdField } from '../fields/directory-fields.ts';
import { emailBody, emailTo, phoneTo, smsBody, subject } from '../fields/message-fields.ts';

const section = 'v4 directory';

export const sendEmail = row({
  path: '/v4/directory/{id}/send/email',
  summary: 'Send a directory by email, which takes one email from the balance',
  section,
  fields: {
    id: directoryIdField('directory'),
    email: { ...emailTo, alias: 'to', description: `${emailTo.description} Also accepted as \`to\`.` },
    from: text({
      argument: 'from',
      invalid: 305,
      maxLength: 400,
      description:
        'The sender: an address, or `Name <address>`. Default: the sender of the integration, otherwise `no-reply@` followed by the domain of the account.',
      example: 'Bakery <news@bakery.example>',
    }),
    type: choice(
      { text: 'TEXT', html: 'HTML' },
      {
        argument: 'type',
        invalid: 302,
        description: 'Whether the body is plain text or HTML. Default: detected from the body.',
        example: 'text',
      },
    ),
    subject,
    body: emailBody,
    button_text: text({
      argument: 'buttonText',
      invalid: 300,
      maxLength: 100,
      description: "The label of the link. Default: 'View deals'.",
      example: 'View deals',
    }),
  },
  calls: {
    only: call(
      sendDirectoryEmail,
      graphql(
        'mutation ($input: SendDirectoryEmailInput!) { sent: sendDirectoryEmail(input: $input) { message { id status } } }',
      ),
      { NO_EMAIL_INTEGRATION: 104, DIRECTORY_NOT_FOUND: 507, EMAIL_NOT_SENT: 604, EMAIL_BALANCE_EMPTY: 105 },
    ),
  },
  reply: ({ sent: { message } }) => ({ message: message.id, status: message.status.toLowerCase() }),
});

export const sendSms = row({
  path: '/v4/directory/{id}/send/sms',
  summary: 'Send a directory by SMS',
  section,
  fields: { id: directoryIdField('directory'), phone: phoneTo, body: smsBody },
  calls: {
    only: call(
      sendDirectorySms,
      graphql(
        'mutation ($input: SendDirectorySmsInput!) { sent: sendDirectorySms(input: $input) { message { id status } } }',
      ),
      { NO_SMS_INTEGRATION: 103, DIRECTORY_NOT_FOUND: 507, SMS_OPTED_OUT: 605, SMS_NOT_SENT: 602 },
    ),
  },
  reply: ({ sent: { message } }) => ({ message: message.id, status: message.status.toLowerCase() }),
});
