import type { Account } from '../../accounts/account/account.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { deliverable, type Mailbox, oneLine, parseSender } from '../../kernel/values/email-address.ts';
import { unsubscribePath } from '../../vocabulary/links.ts';
import type { Integration } from '../integration/integration.ts';
import type { MessageChannel } from '../platform/channel.ts';
import type { Outgoing, OutgoingEmail, OutgoingSms } from '../platform/platform.ts';
import { type EmailText, frameEmail, fromHtml, fromText, withButton } from './email-frame.ts';
import type { MessageContent } from './message-content.ts';
import { contains, fill, leadsTo, parseTemplate, type Values } from './template.ts';

interface EmailDependencies {
  account: Pick<Account, 'name' | 'domain'>;
  from: string | null;
  publicUrl: string;
  unsubscribeUrl: string;
}

type Content = Pick<MessageContent, 'id' | 'sender' | 'subject' | 'body' | 'format' | 'buttonText'>;

interface Recipient {
  id: string;
  accountId: string;
  address: string;
  firstName: string | null;
  lastName: string | null;
  link: string;
}

/** Renders an email. Throws `EMAIL_NOT_SENT` if there is no sender. */
export function renderEmail(content: Content, message: Recipient, dependencies: EmailDependencies): OutgoingEmail {
  const { subject, html, text } = emailTemplates(content);
  const values = valuesOf(message, dependencies.publicUrl, dependencies.unsubscribeUrl);
  const from = senderOf(content, dependencies);
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
    unsubscribeUrl: dependencies.unsubscribeUrl,
  };
}

/** Renders an SMS. If the text does not contain the address of the campaign, adds it at the end. */
export function renderSms(content: Content, message: Recipient, publicUrl: string): OutgoingSms {
  return {
    channel: 'SMS',
    id: message.id,
    accountId: message.accountId,
    to: message.address,
    text: fill(smsTemplate(content), valuesOf(message, publicUrl, '')),
  };
}

export const noSender = 'there is no sender; pass one, set one in the integration, or set the domain of the account';

export function senderOf(
  { sender }: Pick<MessageContent, 'sender'>,
  { from, account: { name, domain } }: Pick<EmailDependencies, 'from' | 'account'>,
): Mailbox | null {
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
  return frameEmail(leadsTo(body, 'URL', format === 'HTML') ? written : withButton(written, label));
}

const maxKept = 100;

/** Makes a function that reads the same content only once: all messages of a job share it, and it never changes. */
function onceForEach<Read>(read: (content: Content) => Read): (content: Content) => Read {
  const kept = new Map<string, Read>();
  return (content) => {
    const found = kept.get(content.id) ?? read(content);
    kept.delete(content.id);
    kept.set(content.id, found);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return found;
  };
}

export function renderMessage(
  content: Content,
  message: Recipient & { channel: MessageChannel },
  { account, integration }: SendingAccount,
  links: Links,
): Outgoing {
  if (message.channel === 'SMS') return renderSms(content, message, links.publicUrl);
  const { from = null } = JSON.parse(integration.shown) as { from?: string | null };
  const unsubscribeUrl = unsubscribeAddress(links, message.id);
  return renderEmail(content, message, { account, from, publicUrl: links.publicUrl, unsubscribeUrl });
}

export interface SendingAccount {
  integration: Integration;
  account: Pick<Account, 'name' | 'domain'>;
}

export interface Links {
  publicUrl: string;
  secrets: Secrets;
}

const signed = (messageId: string) => `unsubscribe ${messageId}`;

/** Returns the address that unsubscribes from all emails of the account. It works while the message is stored. */
export function unsubscribeAddress({ publicUrl, secrets }: Links, messageId: string): string {
  return publicUrl + unsubscribePath(messageId, secrets.sign(signed(messageId)));
}

export function isUnsubscribeSignature(
  { secrets }: Pick<Links, 'secrets'>,
  messageId: string,
  signature: string,
): boolean {
  return secrets.isSignature(signed(messageId), signature);
}

/** `reason` has no initial capital and no full stop. */
export function notSent(channel: MessageChannel, address: string, reason: string): Problem {
  return channel === 'SMS'
    ? new Problem('SMS_NOT_SENT', `SMS not sent to ${address}: ${reason}.`)
    : emailNotSent(address, reason);
}

export function emailNotSent(address: string, reason: string): Problem {
  return new Problem('EMAIL_NOT_SENT', `Email not sent to ${address}: ${reason}.`);
}
