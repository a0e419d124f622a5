import type { ClockFollower } from '../../accounts/testing/clock-followers.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { dueOf } from '../../kernel/leased-queue/lease.ts';
import { type Instant, now, realNow } from '../../kernel/values/instant.ts';
import { integrations } from '../integration/integration.ts';
import type { Message } from '../message/message.ts';
import { wakeIntegration } from '../message/message-queue.ts';

export const followedMessages: ClockFollower = {
  nextDue: async (connection, accountId) => {
    const ids = await integrationsOf(connection, accountId);
    if (ids.length === 0) return null;
    const first = await connection.rows<Waiting>(
      `SELECT m.due_at AS dueAt, m.claims AS claims, m.failures AS failures, m.status AS status
         FROM messages m ${connection.dialect.useIndex('messages_due')}
         WHERE m.integration_id IN (:ids) AND m.urgent IN (0, 1) AND m.due_at IS NOT NULL ORDER BY m.due_at LIMIT ${maxHeld}`,
      { ids },
    );
    return first.map((message) => (message.status === 'SENDING' ? now() : dueOf(message))).sort()[0] ?? null;
  },
  follow: async (database, accountId) => {
    const ids = await integrationsOf(database, accountId);
    await database.transaction(async (transaction) => {
      for (const id of ids) await wakeIntegration(transaction, id, realNow());
    });
  },
};

type Waiting = Pick<Message, 'claims' | 'failures' | 'status'> & { dueAt: Instant };

/** More messages than a process ever holds for one account. */
const maxHeld = 1000;

async function integrationsOf(connection: Connection, accountId: string): Promise<string[]> {
  const rows = await findRows(connection, integrations, { accountId }, { select: ['id'], order: { id: 'ASC' } });
  return rows.map(({ id }) => id);
}
