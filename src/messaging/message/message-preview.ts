import type { Account } from '../../accounts/account/account.ts';
import type { Database } from '../../kernel/database/database.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { bind } from '../../kernel/database/statement.ts';
import { Problem } from '../../kernel/problem.ts';
import { contentColumns, type MessageContent } from '../content/message-content.ts';
import { renderMessage, type SendingAccount } from '../content/outgoing.ts';
import type { Links } from '../content/unsubscribe-link.ts';
import { type Integration, integrationColumns } from '../integration/integration.ts';
import type { Outgoing } from '../platform/platform.ts';
import type { Message } from './message.ts';

/** Renders a message as its recipient sees it. Returns null when that is not possible, for example without a sender. */
export async function findRendered(database: Database, message: Message, links: Links): Promise<Outgoing | null> {
  const parts = await findParts(database, message);
  if (!parts) return null;
  try {
    return renderMessage(parts.content, message, parts.sender, links);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

interface Parts {
  content: MessageContent;
  sender: SendingAccount;
}

const findParts = shared<Message, Parts | null>(async (database, messages) => {
  const [contents, integrations, accounts] = await Promise.all([
    byId<MessageContent>(
      database,
      `SELECT ${contentColumns} FROM message_contents t WHERE t.id IN (:ids)`,
      messages.map(({ contentId }) => contentId),
    ),
    byId<Integration>(
      database,
      `SELECT ${integrationColumns} FROM integrations i WHERE i.id IN (:ids)`,
      messages.map(({ integrationId }) => integrationId),
    ),
    byId<Pick<Account, 'id' | 'name' | 'domain'>>(
      database,
      'SELECT a.id AS id, a.name AS name, a.domain AS domain FROM accounts a WHERE a.id IN (:ids)',
      messages.map(({ accountId }) => accountId),
    ),
  ]);
  return messages.map(({ contentId, integrationId, accountId }) => {
    const [content, integration, account] = [
      contents.get(contentId),
      integrations.get(integrationId),
      accounts.get(accountId),
    ];
    return content && integration && account ? { content, sender: { integration, account } } : null;
  });
});

async function byId<Row extends { id: string }>(
  database: Database,
  sql: string,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const rows = await database.rows<Row>(...bind(sql, { ids: [...new Set(ids)] }));
  return new Map(rows.map((row) => [row.id, row]));
}
