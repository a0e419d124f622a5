import MailComposer from 'nodemailer/lib/mail-composer';
import { deliverable, oneLine } from '../../../kernel/values/email-address.ts';
import type { OutgoingEmail } from '../platform.ts';

export interface Mail {
  envelope: { from: string; to: string };
  /** The headers and the body, in ASCII. */
  content: Buffer;
}

/** Composes a mail. With an unsubscribe address, adds the headers for one-click unsubscribing (RFC 8058). */
export async function composeMail(email: OutgoingEmail): Promise<Mail> {
  const { id, from, to, subject, text, html, unsubscribeUrl } = email;
  const sender = addressOf(from.address);
  const recipient = addressOf(to.address);
  const composer = new MailComposer({
    headers: unsubscribeUrl
      ? {
          'List-Unsubscribe': `<${new URL(unsubscribeUrl).href}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }
      : {},
    from: { name: nameOf(from.name), address: sender },
    to: { name: nameOf(to.name), address: recipient },
    subject: oneLine(subject),
    messageId: `<${id}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
    text,
    html,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { envelope: { from: sender, to: recipient }, content: await composer.compile().build() };
}

/** Returns the address for an SMTP command. An invalid address must not become part of the command. */
function addressOf(address: string): string {
  const checked = deliverable(address);
  if (!checked) throw new Error('invalid email address');
  return checked;
}

function nameOf(name: string | null): string {
  return oneLine(name ?? '');
}
