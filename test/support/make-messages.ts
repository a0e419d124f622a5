import type { Account } from '../../src/accounts/account.ts';
import { now } from '../../src/database/columns.ts';
import type { Database } from '../../src/database/database.ts';
import { type Integration, integrationColumns, integrations } from '../../src/distribution/integration.ts';
import { type Message, messageColumns } from '../../src/distribution/message.ts';
import { addContent, type NewContent, queueMessages, type Recipient } from '../../src/distribution/queue-messages.ts';
import { newId } from '../../src/ids.ts';
import { Secrets } from '../../src/secrets.ts';
import { appSecret } from './make.ts';

/** An integration of the account. */
export async function makeIntegration(
  database: Database,
  account: Account,
  given: Partial<Integration> & { values?: object } = {},
): Promise<Integration> {
  const { values = {}, ...rest } = given;
  const integration: Integration = {
    id: newId('integration'),
    accountId: account.id,
    channel: 'EMAIL',
    provider: 'CAPTURE',
    settings: new Secrets(appSecret).seal(JSON.stringify(values)),
    shown: JSON.stringify({ from: 'Bakery <mail@bakery.example>' }),
    perSecond: null,
    version: 1,
    connectedAt: now(),
    disconnectedAt: null,
    nextDueAt: null,
    nextSlotAt: null,
    ...rest,
  };
  await database.transaction((transaction) => transaction.manager.insert(integrations, integration));
  return integration;
}

type Options = Partial<Recipient & NewContent> & {
  urgent?: boolean;
  paid?: boolean;
  jobId?: string | null;
  campaignId?: string;
};

/** Writes messages to these addresses, as an operation does. */
export async function send(
  database: Database,
  integration: Integration,
  addresses: readonly string[],
  { urgent = true, paid = false, jobId = null, campaignId = newId('coupon'), ...given }: Options = {},
): Promise<string[]> {
  const { sender = null, subject = 'Bread', body = 'Fresh bread', format = 'TEXT', buttonText = null } = given;
  const recipients = addresses.map((address) => ({
    id: newId('message'),
    address,
    addressKey: address.toLowerCase(),
    firstName: given.firstName ?? null,
    lastName: given.lastName ?? null,
    session: given.session ?? null,
    link: given.link ?? '/c/abcdefgh/x',
    segments: given.segments ?? null,
  }));
  await database.transaction(async (transaction) => {
    const content = { sender, subject, body, format, buttonText };
    const contentId = await addContent(transaction, integration.accountId, content);
    const sending = { integration, contentId, campaignId, keyId: null, urgent, paid, jobId };
    await queueMessages(transaction, sending, recipients);
  });
  return recipients.map(({ id }) => id);
}

export async function messageOf(database: Database, id: string): Promise<Message> {
  const [message] = await database.rows<Message>(`SELECT ${messageColumns} FROM messages m WHERE m.id = ?`, [id]);
  if (!message) throw new Error(`there is no message ${id}`);
  return message;
}

/** The integration as it is now. */
export async function integrationOf(database: Database, { id }: Integration): Promise<Integration> {
  const [integration] = await database.rows<Integration>(
    `SELECT ${integrationColumns} FROM integrations i WHERE i.id = ?`,
    [id],
  );
  if (!integration) throw new Error(`there is no integration ${id}`);
  return integration;
}

/** A message that failed, through the platform of the account or one that is made for it. */
export async function makeMessage(database: Database, account: Account): Promise<Message> {
  const connected = await database.manager.findOneBy(integrations, { accountId: account.id, channel: 'EMAIL' });
  const integration = connected ?? (await makeIntegration(database, account));
  const [id = ''] = await send(database, integration, ['ada@example.com']);
  await database.transaction((transaction) =>
    transaction.change(`UPDATE messages SET status = 'FAILED', due_at = NULL, finished_at = created_at WHERE id = ?`, [
      id,
    ]),
  );
  return messageOf(database, id);
}
