import type { Database } from '../../kernel/database/database.ts';
import { rowPages } from '../../kernel/database/row-pages.ts';
import { plus, updateRows } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { type Message, messages } from '../message/message.ts';
import { recordMessages } from '../message/message-queue.ts';

const chunk = 500;

const restored = 'The database was restored from a backup, so the message may or may not have arrived.';

/** A message that was waiting at the time to which the database was restored. */
export type WaitingMessage = Pick<Message, 'number' | 'id' | 'status' | 'claims'>;

/**
 * Gives the status `UNKNOWN` to messages that may have been sent, so that none is sent twice. `unsent` finds those that
 * were not sent. Returns the ids of the others.
 */
export async function holdMessages(
  database: Database,
  unsent: (waiting: readonly WaitingMessage[]) => Promise<Set<string>>,
): Promise<string[]> {
  const held: string[] = [];
  const which = { status: ['QUEUED' as const, 'SENDING' as const] };
  const select = ['number', 'id', 'status', 'claims'] as const;
  for await (const waiting of rowPages(database, messages, which, { by: 'number', take: chunk, select })) {
    const still = await unsent(waiting);
    const unsure = waiting.filter(({ id }) => !still.has(id));
    if (unsure.length === 0) continue;
    const numbers = unsure.map(({ number }) => number);
    await database.transaction(async (transaction) => {
      await updateRows(
        transaction,
        messages,
        { number: numbers },
        { status: 'UNKNOWN', dueAt: null, finishedAt: now(), reason: restored, claims: plus(1) },
      );
      await recordMessages(transaction, 'message_failed', numbers);
    });
    for (const { id } of unsure) held.push(id);
  }
  return held;
}
