import MailComposer from 'nodemailer/lib/mail-composer';
import { deliverable, oneLine } from '../../../kernel/values/email-address.ts';
import type { OutgoingEmail } from '../platform.ts';

/** A mail with its SMTP envelope. */
export interface Mail {
  envelope: { from: string; to: string };
  content: Buffer;
}

/** Writes a message as MIME with text, HTML and the headers for one-click unsubscribing (RFC 8058). */
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

/** Checks an address again, because an invalid one must not become part of an SMTP command. */
function addressOf(address: string): string {
  const checked = deliverable(address);
  if (!checked) throw new Error('invalid email address');
  return checked;
}

function nameOf(name: string | null): string {
  return oneLine(name ?? '');
}
