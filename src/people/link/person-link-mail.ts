import { setTimeout as sleep } from 'node:timers/promises';
import { MoreThan } from 'typeorm';
import { accountRow, type accounts } from '../../accounts/account/account.ts';
import type { Services } from '../../api/context.ts';
import type { Stored } from '../../kernel/database/columns.ts';
import type { Database } from '../../kernel/database/database.ts';
import { countRows, findRow } from '../../kernel/database/rows.ts';
import type { Letter } from '../../kernel/outbound/own-mail.ts';
import { emailKey, oneLine } from '../../kernel/values/email-address.ts';
import { toInstant } from '../../kernel/values/instant.ts';
import { escapeHtml } from '../../messaging/content/html.ts';
import { senderOf } from '../../messaging/content/rendering.ts';
import { integrationRow, settingsOf } from '../../messaging/integration/integration.ts';
import { openPlatform, type ShownSettings } from '../../messaging/platform/platform.ts';
import { createReceipts } from '../../messaging/receipt/platform-receipts.ts';
import { newId } from '../../vocabulary/ids.ts';
import { dictionaries, type Language } from '../../words/languages.ts';
import { isMailed, noteMailed, type PersonLink, personLinks } from './person-link.ts';

/** The wait for the mail server is short, because the response also contains the link. */
const timeoutMilliseconds = 8000;

type MailServices = Pick<
  Services,
  'database' | 'secrets' | 'outbound' | 'ownMail' | 'log' | 'publicUrl' | 'dataDirectory'
>;

/**
 * Who mailed a link: the mail server of the service, whose links prove an address, or the platform of the account, which
 * can read them.
 */
export type Mailer = 'SERVICE' | 'ACCOUNT';

/**
 * Sends the link at most once. Returns false if nobody can mail it, or if the mail server does not accept the email.
 * The email is not stored as a message: `messages` would show the link to every reader.
 */
export async function mailLink(
  services: MailServices,
  link: Pick<PersonLink, 'id' | 'kind' | 'accountId'>,
  { to, url, language }: { to: string; url: string; language: Language },
): Promise<boolean> {
  const { database, secrets, ownMail } = services;
  if (await isMailed(database, link.id)) return true;
  const account = link.accountId === null ? null : await findRow(database, accountRow, { id: link.accountId });
  // A test account sends only to its outbox.
  const ofService = account?.testOf ? null : ownMail;
  // Invitations to an address must not keep its owner from resetting a password.
  if (ofService && link.kind === 'INVITATION' && (await hasMuchMail(database, to))) return false;
  const mailer = ofService ? 'SERVICE' : 'ACCOUNT';
  const signed = `${url}?mailed=${secrets.sign(signedText(link, mailer))}`;
  const letter = letterOf(link, account, { to, url: signed, language });
  const sending = ofService ? ofService.send(letter) : account && sendByAccount(services, account, letter);
  if (!sending) return false;
  const cutOff = new AbortController();
  const late = sleep(timeoutMilliseconds, false, { signal: cutOff.signal }).catch(() => false);
  const noted = sending.then(async (isSent) => {
    if (isSent) await noteMailed(database, link.id);
    return isSent;
  });
  try {
    return await Promise.race([noted, late]);
  } finally {
    cutOff.abort();
  }
}

/** The maximum number of invitations that the service mails to an address in an hour, whoever sends them. */
const maxToAddress = 10;

async function hasMuchMail(database: Database, address: string): Promise<boolean> {
  const lastHour = MoreThan(toInstant(new Date(Date.now() - 3_600_000)));
  const mailed = { email: emailKey(address), createdAt: lastHour, mailedAt: lastHour };
  return (await countRows(database, personLinks, mailed)) >= maxToAddress;
}

/** Returns who mailed the link, or null if it did not come by email: only the links in emails are signed. */
export function mailerOf(
  { secrets }: Pick<Services, 'secrets'>,
  link: Pick<PersonLink, 'id'>,
  signature: unknown,
): Mailer | null {
  const mailers: readonly Mailer[] = ['SERVICE', 'ACCOUNT'];
  if (typeof signature !== 'string') return null;
  return mailers.find((mailer) => secrets.isSignature(signedText(link, mailer), signature)) ?? null;
}

const signedText = ({ id }: Pick<PersonLink, 'id'>, mailer: Mailer) => `link ${id} mailed by ${mailer}`;

type Account = Pick<Stored<typeof accounts>, 'id' | 'name' | 'domain' | 'testOf'>;

function letterOf(
  { kind }: Pick<PersonLink, 'kind'>,
  account: Account | null,
  { to, url, language }: { to: string; url: string; language: Language },
): Letter {
  const { links, validity } = dictionaries[language].personMail;
  const [subject, sentence] = links[kind === 'RESET' ? 'RESET' : 'INVITATION'](account && oneLine(account.name));
  const text = `${sentence}\n\n${url}\n\n${validity}`;
  const html = text.split('\n\n').map((part) => `<p>${part === url ? anchor(url) : escapeHtml(part)}</p>`);
  return { id: newId('message'), to, subject, text, html: html.join('\n') };
}

async function sendByAccount(services: MailServices, account: Account, { to, ...letter }: Letter): Promise<boolean> {
  const { database, secrets, log } = services;
  const integration = await findRow(database, integrationRow, { accountId: account.id, channel: 'EMAIL' });
  const { from = null } = integration ? (JSON.parse(integration.shown) as ShownSettings) : {};
  const sender = integration && senderOf({ sender: null }, { from, account });
  if (!integration || !sender) return false;
  const receipts = createReceipts(database, log);
  const platform = openPlatform(integration, settingsOf(integration, secrets), { ...services, receipts });
  try {
    const { outcome } = await platform.send({
      ...letter,
      ...{ channel: 'EMAIL', accountId: account.id, from: sender, to: { name: null, address: to } },
      unsubscribeUrl: null,
    });
    return outcome === 'SENT';
  } finally {
    await platform.close();
  }
}

function anchor(url: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
}
