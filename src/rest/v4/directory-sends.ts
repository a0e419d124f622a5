import { emailOf } from '../../messaging/message/message.type.ts';
import type { Outgoing } from '../../messaging/platform/platform.ts';
import { sendDirectoryEmail, sendDirectorySms } from '../../messaging/send/send-operations.ts';
import { choice, text } from '../adapter/field.ts';
import { only, type RequestFields, row } from '../adapter/row.ts';
import { directoryIdField } from '../fields/campaign-arguments.ts';
import { emailBody, emailCodes, emailTo, phoneTo, smsBody, smsCodes, subject } from '../fields/message-fields.ts';

const section = 'v4 directory';

export const sendEmail = row({
  path: '/v4/directory/{id}/send/email',
  summary: 'Send a directory by email, which takes one email from the balance',
  section,
  fields: {
    id: directoryIdField('directory'),
    receiver: {
      ...emailTo,
      aliases: ['email', 'to'],
      description: `${emailTo.description} Also accepted as \`email\` or \`to\`.`,
    },
    sender: text({
      argument: 'from',
      aliases: ['from'],
      invalid: 305,
      maxLength: 400,
      description:
        'The sender: an address, or `Name <address>`. Default: the sender of the integration, otherwise `no-reply@` followed by the domain of the account. Also accepted as `from`.',
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
  calls: only(sendDirectoryEmail, { ...emailCodes, DIRECTORY_NOT_FOUND: 507, EMAIL_BALANCE_EMPTY: 105 }),
  reply: async (sent, { fields, loader }) => {
    const message = await loader.messageOf(sent);
    const rendered = emailOf(await loader.renderedOf(message));
    return {
      status: 'sent',
      receiver: message.address,
      sender: rendered?.from.address ?? '',
      subject: rendered?.subject ?? '',
      body: bodyOf(fields, rendered),
      message_id: message.id,
    };
  },
});

export const sendSms = row({
  path: '/v4/directory/{id}/send/sms',
  summary: 'Send a directory by SMS',
  section,
  fields: {
    id: directoryIdField('directory'),
    receiver: {
      ...phoneTo,
      aliases: ['phone'],
      complaint: 'receiver is not a phone number in E.164, such as +493012345678.',
      description: `${phoneTo.description} Also accepted as \`phone\`.`,
    },
    body: smsBody,
  },
  calls: only(sendDirectorySms, { ...smsCodes, DIRECTORY_NOT_FOUND: 507 }),
  reply: async (sent, { fields, loader }) => {
    const message = await loader.messageOf(sent);
    return {
      status: 'sent',
      receiver: message.address,
      body: bodyOf(fields, await loader.renderedOf(message)),
      message_id: message.id,
    };
  },
});

function bodyOf({ body }: RequestFields, rendered: Outgoing | null): string {
  return String(body ?? '').trim() ? String(body) : (rendered?.text ?? '');
}
