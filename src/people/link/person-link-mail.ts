import { setTimeout as sleep } from 'node:timers/promises';
import { accountRow } from '../../accounts/account/account.ts';
import type { Services } from '../../api/context.ts';
import { findRow } from '../../kernel/database/rows.ts';
import { oneLine } from '../../kernel/values/email-address.ts';
import { escapeHtml } from '../../messaging/content/html.ts';
import { senderOf } from '../../messaging/content/rendering.ts';
import { type Integration, integrationRow, settingsOf } from '../../messaging/integration/integration.ts';
import { type OutgoingEmail, openPlatform, type ShownSettings } from '../../messaging/platform/platform.ts';
import { createReceipts } from '../../messaging/receipt/platform-receipts.ts';
import { newId } from '../../vocabulary/ids.ts';
import { dictionaries, type Language } from '../../words/languages.ts';
import { isMailed, noteMailed, type PersonLink } from './person-link.ts';

/** How long to wait for the platform. It is short, because the response contains the link too. */
const timeoutMilliseconds = 8000;

type MailServices = Pick<Services, 'database' | 'secrets' | 'outbound' | 'log' | 'publicUrl' | 'dataDirectory'>;

/**
 * Sends the link at most once. Returns false if the account has no integration, or if the platform does not accept the
 * email. The email is not stored as a message: `messages` would show the link to every reader.
 */
export async function mailLink(
  services: MailServices,
  link: Pick<PersonLink, 'id' | 'kind' | 'accountId'>,
  { to, url, language }: { to: string; url: string; language: Language },
): Promise<boolean> {
  if (await isMailed(services.database, link.id)) return true;
  const signed = `${url}?mailed=${services.secrets.sign(signedText(link))}`;
  const letter = await letterFor(services, link, { to, url: signed, language });
  if (!letter) return false;
  const cutOff = new AbortController();
  const late = sleep(timeoutMilliseconds, false, { signal: cutOff.signal }).catch(() => false);
  try {
    return await Promise.race([handOver(services, letter, link.id), late]);
  } finally {
    cutOff.abort();
  }
}

/** Whether the link came by email. Only there does it have a part that proves so. */
export function isMailedLink(
  { secrets }: Pick<Services, 'secrets'>,
  link: Pick<PersonLink, 'id'>,
  signature: unknown,
): boolean {
  return typeof signature === 'string' && secrets.isSignature(signedText(link), signature);
}

const signedText = ({ id }: Pick<PersonLink, 'id'>) => `mailed link ${id}`;

interface Letter {
  integration: Integration;
  email: OutgoingEmail;
}

async function letterFor(
  { database, publicUrl }: MailServices,
  { kind, accountId }: Pick<PersonLink, 'kind' | 'accountId'>,
  { to, url, language }: { to: string; url: string; language: Language },
): Promise<Letter | null> {
  const account = accountId && (await findRow(database, accountRow, { id: accountId }));
  const integration = accountId && (await findRow(database, integrationRow, { accountId, channel: 'EMAIL' }));
  if (!account || !integration) return null;
  const { from = null } = JSON.parse(integration.shown) as ShownSettings;
  const sender = senderOf({ sender: null }, { from: from as string | null, account });
  if (!sender) return null;
  const { links, validity } = dictionaries[language].personMail;
  const [subject, sentence] = links[kind === 'RESET' ? 'RESET' : 'INVITATION'](oneLine(account.name));
  const text = `${sentence}\n\n${url}\n\n${validity}`;
  const html = text.split('\n\n').map((part) => `<p>${part === url ? anchor(url) : escapeHtml(part)}</p>`);
  return {
    integration,
    email: {
      ...{ channel: 'EMAIL', id: newId('message'), accountId: account.id, from: sender, subject, text },
      html: html.join('\n'),
      to: { name: null, address: to },
      unsubscribeUrl: publicUrl,
    },
  };
}

function anchor(url: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
}

async function handOver(
  { secrets, ...services }: MailServices,
  { integration, email }: Letter,
  id: string,
): Promise<boolean> {
  const receipts = createReceipts(services.database, services.log);
  const platform = openPlatform(integration, settingsOf(integration, secrets), { ...services, receipts });
  try {
    const isSent = (await platform.send(email)).outcome === 'SENT';
    if (isSent) await noteMailed(services.database, id);
    return isSent;
  } finally {
    await platform.close();
  }
}
