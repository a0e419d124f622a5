import { instant, key, longText, type Stored, table, text, textOrNull } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { addRow, deleteRows, findRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { now } from '../../kernel/values/instant.ts';
import { idOf } from '../../vocabulary/ids.ts';

/** The content of messages, with placeholders. All messages of a job share it. */
export type MessageContent = Stored<typeof messageContents>;

export const messageContents = table({
  name: 'MessageContent',
  tableName: 'message_contents',
  columns: {
    id: key(text(20)),
    accountId: text(20),
    /** An address, with or without a name. Null for the default sender of the integration or the account. */
    sender: textOrNull(400),
    subject: textOrNull(200),
    body: longText,
    format: text<'TEXT' | 'HTML'>(4),
    /** The label of the link in an email. */
    buttonText: textOrNull(100),
    createdAt: instant,
  },
  indices: [{ name: 'message_contents_account', columns: ['accountId'] }],
});

/** The content of a message as the caller passes it. */
export type NewContent = Pick<MessageContent, 'sender' | 'subject' | 'body' | 'format' | 'buttonText'>;

export function contentIdOf(accountId: string, { sender, subject, body, format, buttonText }: NewContent): string {
  return idOf('messageContent', JSON.stringify([accountId, sender, subject, body, format, buttonText]));
}

/** Stores a content unless it exists, and returns its id. */
export async function addContent(transaction: Transaction, accountId: string, content: NewContent): Promise<string> {
  const id = contentIdOf(accountId, content);
  const { sender, subject, body, format, buttonText } = content;
  const createdAt = now();
  await addRow(transaction, messageContents, { id, accountId, sender, subject, body, format, buttonText, createdAt });
  return id;
}

/** Locks contents, in id order to avoid deadlocks, so that no new message uses them until the transaction ends. */
export async function holdContents(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await findRows(
    transaction,
    messageContents,
    { id: ids },
    { select: ['id'], order: { id: 'ASC' }, lock: 'exclusive' },
  );
}

export async function removeContents(transaction: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await deleteRows(transaction, messageContents, { id: ids });
}

export const removeContentsOf = removeRows('message_contents', 'account_id', 500);
