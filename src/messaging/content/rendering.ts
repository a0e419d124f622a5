import type { Account } from '../../accounts/account/account.ts';
import { deliverable, oneLine, parseSender, type Sender } from '../../kernel/values/email-address.ts';
import type { OutgoingEmail, OutgoingSms } from '../platform/platform.ts';
import { type EmailText, framed, fromHtml, fromText, withButton } from './email-frame.ts';
import type { MessageContent } from './message-content.ts';
import { emailNotSent } from './send-refusal.ts';
import { contains, fill, parseTemplate, type Values } from './template.ts';

/** What an email needs beside its message and content. */
export interface EmailMeans {
  account: Pick<Account, 'name' | 'domain'>;
  /** The sender of the platform's settings. */
  from: string | null;
  publicUrl: string;
  unsubscribeUrl: string;
}

/** What a message says, as it is stored. */
type Content = Pick<MessageContent, 'id' | 'sender' | 'subject' | 'body' | 'format' | 'buttonText'>;

/** What a message says of its recipient. */
export interface Recipient {
  /** The id of the message. */
  id: string;
  accountId: string;
  address: string;
  firstName: string | null;
  lastName: string | null;
  link: string;
}

/** Fills in a content for one recipient. Raises `EMAIL_NOT_SENT` when nobody can be its sender. */
export function renderEmail(content: Content, message: Recipient, means: EmailMeans): OutgoingEmail {
  const { subject, html, text } = emailTemplates(content);
  const values = valuesOf(message, means.publicUrl, means.unsubscribeUrl);
  const from = senderOf(content, means);
  if (!from) throw emailNotSent(message.address, noSender);
  return {
    channel: 'EMAIL',
    id: message.id,
    accountId: message.accountId,
    from,
    to: { name: values.NAME || null, address: deliverable(message.address) ?? message.address },
    subject: oneLine(fill(subject, values)),
    text: fill(text, values),
    html: fill(html, values),
    unsubscribeUrl: means.unsubscribeUrl,
  };
}

/** Fills in a content for one recipient. The address of the campaign stands at its end unless the text has a place for it. */
export function renderSms(content: Content, message: Recipient, publicUrl: string): OutgoingSms {
  return {
    channel: 'SMS',
    id: message.id,
    accountId: message.accountId,
    to: message.address,
    text: fill(smsTemplate(content), valuesOf(message, publicUrl, '')),
  };
}

export const noSender = 'there is no sender; give one, set one in the integration, or set the domain of the account';

/** Who sends: as the content says, or the platform's settings, or nobody in particular at the domain of the account. */
export function senderOf(
  { sender }: Pick<MessageContent, 'sender'>,
  { from, account: { name, domain } }: Pick<EmailMeans, 'from' | 'account'>,
): Sender | null {
  const found = parseSender(sender || from || (domain ? `no-reply@${domain}` : ''));
  return found && { name: found.name ?? (oneLine(name) || null), address: found.address };
}

function valuesOf({ firstName, lastName, link }: Recipient, publicUrl: string, unsubscribeUrl: string): Values {
  const first = oneLine(firstName ?? '');
  const last = oneLine(lastName ?? '');
  return {
    FIRSTNAME: first,
    LASTNAME: last,
    NAME: `${first} ${last}`.trim(),
    URL: `${publicUrl}${link}`,
    UNSUBSCRIBE: unsubscribeUrl,
  };
}

const emailTemplates = onceForEach((content) => {
  const { html, text } = emailOf(content);
  return {
    subject: parseTemplate(content.subject ?? '', false),
    html: parseTemplate(html, true),
    text: parseTemplate(text, false),
  };
});

const smsTemplate = onceForEach(({ body }) => {
  const text = body.trim();
  return parseTemplate(contains(text, 'URL') ? text : `${text} [URL]`.trim(), false);
});

function emailOf({ body, format, buttonText }: Content): EmailText {
  const label = buttonText || 'View deals';
  const written = format === 'HTML' ? fromHtml(body) : fromText(body, label);
  return framed(contains(body, 'URL') ? written : withButton(written, label));
}

const mostKept = 100;

/** Reads each content once for all messages of a job. Contents never change once they are stored. */
function onceForEach<Read>(read: (content: Content) => Read): (content: Content) => Read {
  const kept = new Map<string, Read>();
  return (content) => {
    const found = kept.get(content.id) ?? read(content);
    kept.delete(content.id);
    kept.set(content.id, found);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return found;
  };
}
