import type { Database } from '../../kernel/database/database.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { type Message, messages } from '../message/message.ts';
import { isOver } from './verdict.ts';

const pollMilliseconds = 250;

/** Waits until the message has an outcome or the time is over. Returns the message in its state at that moment. */
export async function awaitVerdict(database: Database, messageId: string, milliseconds: number): Promise<Message> {
  const end = Date.now() + milliseconds;
  const verdicts = database.signals.listen('verdicts');
  try {
    for (;;) {
      const message = await readMessage(database, messageId);
      const left = end - Date.now();
      if (isOver(message.status) || left <= 0) return message;
      await verdicts.next(Math.min(left, pollMilliseconds), never);
    }
  } finally {
    verdicts.close();
  }
}

const never = new AbortController().signal;

/** Callers that wait at the same time share one read. */
const readMessage = shared<string, Message>(async (database, ids) => {
  const found = await findRows(database, messages, { id: ids });
  const byId = new Map(found.map((message) => [message.id, message]));
  return ids.map((id) => byId.get(id) ?? new Error(`message ${id} is gone`));
});
