import type { Connection, Database, Transaction, TransactionOptions } from '../../kernel/database/database.ts';
import type { Account } from './account.ts';

/** The maximum number of roots that a process remembers. */
const maxKnown = 50_000;

/** The root of each account. Entries never become stale, because an account never gets another parent. */
const known = new Map<string, string>();

/**
 * Returns the topmost account of each account. All accounts below a root share its limits, so subaccounts and test
 * accounts add none.
 */
export async function rootsOf(connection: Connection, ids: readonly string[]): Promise<Map<string, string>> {
  const lines = new Map(ids.filter((id) => !known.has(id)).map((id) => [id, id]));
  for (let open = [...lines.values()]; open.length > 0; ) {
    const parents = await parentsOf(connection, open);
    for (const [id, top] of lines) lines.set(id, parents.get(top) ?? top);
    open = [...parents.values()];
  }
  const roots = new Map(ids.map((id) => [id, lines.get(id) ?? known.get(id) ?? id]));
  if (known.size + lines.size > maxKnown) known.clear();
  for (const [id, root] of lines) known.set(id, root);
  return roots;
}

export async function rootOf(connection: Connection, id: string): Promise<string> {
  return (await rootsOf(connection, [id])).get(id) ?? id;
}

export async function transactFor<Result>(
  database: Database,
  accountId: string,
  work: (transaction: Transaction) => Promise<Result>,
  options: Omit<TransactionOptions, 'account'> = {},
): Promise<Result> {
  return database.transaction(work, { ...options, account: await rootOf(database, accountId) });
}

async function parentsOf(connection: Connection, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await connection.rows<Pick<Account, 'id'> & { parentId: string }>(
    `SELECT a.id AS id, COALESCE(a.parent_id, a.test_of) AS parentId FROM accounts a
       WHERE a.id IN (:ids) AND COALESCE(a.parent_id, a.test_of) IS NOT NULL`,
    { ids: [...new Set(ids)] },
  );
  return new Map(rows.map(({ id, parentId }) => [id, parentId]));
}

export async function familyOf(connection: Connection, root: string): Promise<string[]> {
  const family = [root];
  for (let parents = [root]; parents.length > 0; ) {
    parents = await accountsBelow(connection, parents);
    family.push(...parents);
  }
  return family;
}

export async function accountsBelow(connection: Connection, parents: readonly string[]): Promise<string[]> {
  const children = await connection.rows<Pick<Account, 'id'>>(
    `SELECT a.id AS id FROM accounts a WHERE a.parent_id IN (:parents)
       UNION ALL SELECT t.id AS id FROM accounts t WHERE t.test_of IN (:parents)`,
    { parents },
  );
  return children.map(({ id }) => id);
}
