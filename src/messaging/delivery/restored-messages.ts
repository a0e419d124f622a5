import type { Database } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { now } from '../../kernel/values/instant.ts';
import type { Message } from '../message/message.ts';
import { recordMessages } from '../message/message-events.ts';

const chunk = 500;

const restored = 'The database was restored from a backup: it may have arrived or not.';

/** A message that waited at the moment to which the database was restored. */
export type WaitingMessage = Pick<Message, 'number' | 'id' | 'status' | 'claims'>;

/**
 * Gives messages that waited the status `UNKNOWN`, so that none goes out a second time by itself. `unsent` returns the ids of
 * those that certainly did not go out; they go on waiting. Returns the ids of the others.
 */
export async function holdMessages(
  database: Database,
  unsent: (waiting: readonly WaitingMessage[]) => Promise<Set<string>>,
): Promise<string[]> {
  const held: string[] = [];
  for (let after = 0; ; ) {
    const waiting = await database.rows<WaitingMessage>(
      `SELECT m.number AS number, m.id AS id, m.status AS status, m.claims AS claims FROM messages m
       WHERE m.number > ? AND m.status IN ('QUEUED', 'SENDING') ORDER BY m.number LIMIT ${chunk}`,
      [after],
    );
    const last = waiting.at(-1);
    if (!last) return held;
    after = last.number;
    const still = await unsent(waiting);
    const unsure = waiting.filter(({ id }) => !still.has(id));
    if (unsure.length === 0) continue;
    const numbers = unsure.map(({ number }) => number);
    await database.transaction(async (transaction) => {
      await transaction.change(
        ...bind(
          `UPDATE messages SET status = 'UNKNOWN', due_at = NULL, finished_at = :at, reason = :restored, claims = claims + 1
           WHERE number IN (:numbers)`,
          { at: now(), restored, numbers },
        ),
      );
      await recordMessages(transaction, 'message_failed', numbers);
    });
    for (const { id } of unsure) held.push(id);
  }
}
