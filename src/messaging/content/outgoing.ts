import type { Account } from '../../accounts/account/account.ts';
import type { Integration } from '../integration/integration.ts';
import type { MessageChannel } from '../platform/channel.ts';
import type { Outgoing } from '../platform/platform.ts';
import { type Content, type Recipient, renderEmail, renderSms } from './rendering.ts';
import { type Links, unsubscribeAddress } from './unsubscribe-link.ts';

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
