import { column, type Stored, table } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { addRow, deleteRows, findRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { now } from '../../kernel/values/instant.ts';
import { idOf } from '../../vocabulary/ids.ts';

/** What a message says. All messages of a job share one row. */
export type MessageContent = Stored<typeof messageContents>;

export const messageContents = table({
  name: 'MessageContent',
  tableName: 'message_contents',
  columns: {
    id: column.key(column.text(20)),
    accountId: column.text(20),
    /** The sender. Null for the default of the integration or the account. */
    sender: column.textOrNull(400),
    subject: column.textOrNull(200),
    body: column.longText,
    format: column.text<'TEXT' | 'HTML'>(4),
    buttonText: column.textOrNull(100),
    createdAt: column.instant,
  },
  indices: [{ name: 'message_contents_account', columns: ['accountId'] }],
});

export type NewContent = Pick<MessageContent, 'sender' | 'subject' | 'body' | 'format' | 'buttonText'>;

export function contentIdOf(accountId: string, { sender, subject, body, format, buttonText }: NewContent): string {
  return idOf('messageContent', JSON.stringify([accountId, sender, subject, body, format, buttonText]));
}

export async function addContent(transaction: Transaction, accountId: string, content: NewContent): Promise<string> {
  const id = contentIdOf(accountId, content);
  const { sender, subject, body, format, buttonText } = content;
  const createdAt = now();
  await addRow(transaction, messageContents, { id, accountId, sender, subject, body, format, buttonText, createdAt });
  return id;
}

/**
 * Removes rows that no message uses. A send locks its row until its messages commit, so a row that is locked and unused
 * here stays unused.
 */
export async function removeUnusedContents(transaction: Transaction, ids: readonly string[]): Promise<void> {
  const which = { id: [...new Set(ids)].sort() };
  await findRows(transaction, messageContents, which, { select: ['id'], order: { id: 'ASC' }, lock: 'exclusive' });
  const unused = await transaction.rows<{ id: string }>(
    `SELECT t.id AS id FROM message_contents t WHERE t.id IN (:ids)
       AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.content_id = t.id)`,
    { ids: which.id },
  );
  if (unused.length > 0) await deleteRows(transaction, messageContents, { id: unused.map(({ id }) => id) });
}

export const removeContentsOf = removeRows('message_contents', 'account_id', 500);
