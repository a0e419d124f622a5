import MailComposer from 'nodemailer/lib/mail-composer';
import { deliverable, oneLine } from '../../../kernel/values/email-address.ts';
import type { OutgoingEmail } from '../platform.ts';

/** A mail as SMTP carries it. */
export interface Mail {
  envelope: { from: string; to: string };
  content: Buffer;
}

/** Writes a message as MIME: text and HTML, with what lets its recipient unsubscribe with one click (RFC 8058). */
export async function composeMail({ id, from, to, subject, text, html, unsubscribeUrl }: OutgoingEmail): Promise<Mail> {
  const sender = addressOf(from.address);
  const recipient = addressOf(to.address);
  const content = await new MailComposer({
    from: { name: nameOf(from.name), address: sender },
    to: { name: nameOf(to.name), address: recipient },
    subject: oneLine(subject),
    text,
    html,
    messageId: `<${id}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
    headers: {
      'List-Unsubscribe': `<${new URL(unsubscribeUrl).href}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  return { envelope: { from: sender, to: recipient }, content };
}

/** An address is checked when it is taken in; what is none all the same must not reach a command of SMTP. */
function addressOf(address: string): string {
  const checked = deliverable(address);
  if (!checked) throw new Error('this is not an email address');
  return checked;
}

function nameOf(name: string | null): string {
  return oneLine(name ?? '');
}
