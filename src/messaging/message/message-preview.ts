import type { EntitySchema } from 'typeorm';
import { accounts as accountTable } from '../../accounts/account/account.ts';
import { withIds } from '../../kernel/database/conditions.ts';
import type { Database } from '../../kernel/database/database.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { type MessageContent, messageContents } from '../content/message-content.ts';
import { renderMessage, type SendingAccount } from '../content/outgoing.ts';
import type { Links } from '../content/unsubscribe-link.ts';
import { integrations as integrationTable } from '../integration/integration.ts';
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

/** Reads the contents, integrations and accounts of all messages of a page together. */
const findParts = shared<Message, Parts | null>(async (database, messages) => {
  const [contents, integrations, accounts] = await Promise.all([
    byId(
      database,
      messageContents,
      messages.map(({ contentId }) => contentId),
    ),
    byId(
      database,
      integrationTable,
      messages.map(({ integrationId }) => integrationId),
    ),
    byId(
      database,
      accountTable,
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
  table: EntitySchema<Row>,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const rows = await findRows<Row>(database, table, withIds<Row>([...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row]));
}
