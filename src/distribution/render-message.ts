import type { Sender } from './lane.ts';
import type { Message, MessageContent } from './message.ts';
import type { Outgoing } from './platform.ts';
import { type Links, unsubscribeAddress } from './unsubscribe-link.ts';

/** What goes out for a message. */
export function renderMessage(content: MessageContent, message: Message, { account }: Sender, links: Links): Outgoing {
  const text = content.body.replaceAll('[URL]', links.publicUrl + message.link);
  if (message.channel === 'SMS')
    return { channel: 'SMS', id: message.id, accountId: message.accountId, to: message.address, text };
  return {
    channel: 'EMAIL',
    id: message.id,
    accountId: message.accountId,
    from: { name: account.name, address: `no-reply@${account.domain}` },
    to: { name: null, address: message.address },
    subject: content.subject ?? '',
    text,
    html: text,
    unsubscribeUrl: unsubscribeAddress(links, message.id),
  };
}
