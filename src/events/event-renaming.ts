import type { Transaction } from '../kernel/database/database.ts';
import { eventColumns } from '../kernel/event-log/event.ts';
import { defineWalk } from '../kernel/jobs/walk.ts';

const eventsAtOnce = 2000;

/**
 * The job that gives stored events the present names of their types, and shares those of subaccounts with the parents. A
 * migration queues it for a time when no process of the previous version runs.
 */
export const renameEventsJob = defineWalk('renameEvents', renameNext);

async function renameNext(transaction: Transaction, after: number): Promise<number | null> {
  const [{ upTo = null } = {}] = await transaction.rows<{ upTo: number | null }>(
    `SELECT MAX(chunk.number) AS upTo
     FROM (SELECT number FROM events WHERE number > ? ORDER BY number LIMIT ${eventsAtOnce}) AS chunk`,
    [after],
  );
  if (upTo === null) return null;
  await transaction.change(
    `UPDATE events AS e SET type = ${eventColumns.type}
     WHERE e.number > ? AND e.number <= ? AND e.type <> ${eventColumns.type}`,
    [after, upTo],
  );
  await shareWithParents(transaction, { after, upTo });
  return upTo;
}

/** Shares the events of subaccounts, which hold the id of the parent. */
async function shareWithParents(transaction: Transaction, { after, upTo }: { after: number; upTo: number }) {
  const found = await transaction.rows<{ id: string; accountId: string; data: string }>(
    `SELECT e.id AS id, e.account_id AS accountId, e.data AS data FROM events e WHERE e.number > ? AND e.number <= ? AND e.kind = 'SUBACCOUNT'`,
    [after, upTo],
  );
  for (const { id, accountId, data } of found) {
    const { parentId } = JSON.parse(data);
    // The parent has the event of the removal itself.
    if (!parentId || parentId === accountId) continue;
    await transaction.change(
      `${transaction.dialect.insertIfAbsent} INTO shared_events (event_id, account_id) VALUES (?, ?)`,
      [id, parentId],
    );
  }
}
