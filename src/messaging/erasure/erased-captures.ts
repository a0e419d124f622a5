import type { Database } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { messages } from '../message/message.ts';
import { listAccounts, listCaptured, messageIdOf, removeCaptured } from '../platform/outbox.ts';

const accountsAtOnce = 500;
const namesAtOnce = 500;

/**
 * Removes captured messages in each process, because the job that erases sees only the directory of its own process.
 */
export function pruningCaptures(dataDirectory: string): (database: Database) => Promise<number> {
  return async (database) => {
    const accounts = await listAccounts(dataDirectory);
    let removed = 0;
    for (let done = 0; done < accounts.length; done += accountsAtOnce) {
      const affected = await withErasures(database, accounts.slice(done, done + accountsAtOnce));
      for (const accountId of affected) removed += await removeErased(database, dataDirectory, accountId);
    }
    return removed;
  };
}

async function withErasures(database: Database, accountIds: readonly string[]): Promise<string[]> {
  const rows = await database.rows<{ accountId: string }>(
    `SELECT DISTINCT m.account_id AS accountId FROM messages m
       WHERE m.account_id IN (:accountIds) AND m.address_key = ''`,
    { accountIds },
  );
  return rows.map(({ accountId }) => accountId);
}

async function removeErased(database: Database, dataDirectory: string, accountId: string): Promise<number> {
  const names = await listCaptured(dataDirectory, accountId);
  let removed = 0;
  for (let done = 0; done < names.length; done += namesAtOnce) {
    const some = names.slice(done, done + namesAtOnce);
    const rows = await findRows(database, messages, { id: some.map(messageIdOf), addressKey: '' }, { select: ['id'] });
    const erased = new Set(rows.map(({ id }) => id));
    const gone = some.filter((name) => erased.has(messageIdOf(name)));
    await removeCaptured(dataDirectory, accountId, gone);
    removed += gone.length;
  }
  return removed;
}
