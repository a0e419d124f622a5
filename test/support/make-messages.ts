import type { Database } from '../../src/kernel/database/database.ts';
import { findRow, updateRows } from '../../src/kernel/database/rows.ts';
import { type Instant, now, toDate, toInstant } from '../../src/kernel/values/instant.ts';
import { addContent, type NewContent } from '../../src/messaging/content/message-content.ts';
import { type Integration, integrations } from '../../src/messaging/integration/integration.ts';
import { type Message, messageColumns, messages } from '../../src/messaging/message/message.ts';
import { type NewMessage, queueMessages } from '../../src/messaging/message/message-queue.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import type { Owner } from './client.ts';
import { makeIntegration } from './make.ts';

type Options = Partial<NewMessage & NewContent> & {
  urgent?: boolean;
  paid?: boolean;
  jobId?: string | null;
  campaignId?: string;
};

/** Queues messages to these addresses, as operations do. */
export async function send(
  database: Database,
  integration: Integration,
  addresses: readonly string[],
  { urgent = true, paid = false, jobId = null, campaignId = newId('coupon'), ...given }: Options = {},
): Promise<string[]> {
  const {
    sender = 'Bakery <mail@bakery.example>',
    subject = 'Bread',
    body = 'Fresh bread',
    format = 'TEXT',
    buttonText = null,
  } = given;
  const recipients = addresses.map((address) => ({
    id: newId('message'),
    address,
    addressKey: address.toLowerCase(),
    firstName: given.firstName ?? null,
    lastName: given.lastName ?? null,
    session: given.session ?? null,
    link: given.link ?? '/p/abcdefgh/x',
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

/** Makes a failed message through the email integration of the account; default a new integration. */
export async function makeMessage(database: Database, owner: Owner): Promise<Message> {
  const connected = await findRow(database, integrations, { accountId: owner.account.id, channel: 'EMAIL' });
  const [id = ''] = await send(database, connected ?? (await makeIntegration(database, owner)), ['ada@example.com']);
  await change(database, id, { status: 'FAILED', dueAt: null, finishedAt: now() });
  return messageOf(database, id);
}

/** Changes a message into a state that otherwise only the passage of time causes. */
export async function change(database: Database, id: string, changes: Partial<Message>): Promise<void> {
  await database.transaction((transaction) => updateRows(transaction, messages, { id }, changes));
}

/** Makes the unsent messages of an integration due earlier, as if the time had passed. */
export async function letPass(
  database: Database,
  { id }: Pick<Integration, 'id'>,
  milliseconds: number,
): Promise<void> {
  const earlier = (at: Instant) => toInstant(new Date(toDate(at).getTime() - milliseconds));
  await database.transaction(async (transaction) => {
    const waiting = await transaction.rows<{ number: number; dueAt: Instant }>(
      'SELECT m.number AS number, m.due_at AS dueAt FROM messages m WHERE m.integration_id = ? AND m.due_at IS NOT NULL',
      [id],
    );
    for (const { number, dueAt } of waiting)
      await transaction.change('UPDATE messages SET due_at = ? WHERE number = ?', [earlier(dueAt), number]);
    await transaction.change('UPDATE integrations SET next_due_at = ? WHERE id = ?', [earlier(now()), id]);
    transaction.signal('messages');
  });
}

/** Returns the number of messages of an integration in each status. */
export async function statusesOf(database: Database, { id }: Pick<Integration, 'id'>): Promise<Record<string, number>> {
  const rows = await database.rows<{ status: string; amount: number }>(
    'SELECT m.status AS status, COUNT(*) AS amount FROM messages m WHERE m.integration_id = ? GROUP BY m.status',
    [id],
  );
  return Object.fromEntries(rows.map(({ status, amount }) => [status, Number(amount)]));
}
