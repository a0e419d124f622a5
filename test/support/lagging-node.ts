import BetterSqlite3 from 'better-sqlite3';
import { createConnection } from 'mysql2/promise';
import { onTestFinished } from 'vitest';
import type { Database, Transaction } from '../../src/kernel/database/database.ts';
import { inOrder, type Parameters } from '../../src/kernel/database/statement.ts';

/** A node of a cluster that lags: it holds the database as it was when the node was made, or last caught up. */
export interface LaggingNode {
  rows: Database['rows'];
  catchUp: () => Promise<void>;
}

/** Reads from a connection that stays in an old snapshot. The node ends with the test. */
export async function laggingNode(url: string): Promise<LaggingNode> {
  const node = await (url.startsWith('sqlite:') ? onSqlite(url.slice('sqlite:'.length)) : onServer(url));
  await node.catchUp();
  return node;
}

function onSqlite(file: string): LaggingNode {
  const handle = new BetterSqlite3(file, { readonly: true });
  onTestFinished(() => void handle.close());
  return {
    rows: async <Row>(statement: string, parameters: Parameters = []) => {
      const [sql, values] = inOrder(statement, parameters);
      return handle.prepare(sql).all(...values) as Row[];
    },
    catchUp: async () => {
      if (handle.inTransaction) handle.exec('COMMIT');
      handle.exec('BEGIN');
      handle.prepare('SELECT COUNT(*) FROM sequences').all(); // the first read takes the snapshot
    },
  };
}

async function onServer(url: string): Promise<LaggingNode> {
  const connection = await createConnection({
    uri: url.replace(/^mariadb:/, 'mysql:'),
    charset: 'utf8mb4_bin',
    dateStrings: true,
    supportBigNumbers: true,
  });
  onTestFinished(() => connection.end());
  await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  return {
    rows: async <Row>(statement: string, parameters: Parameters = []) =>
      (await connection.execute(...inOrder(statement, parameters)))[0] as Row[],
    catchUp: async () => {
      await connection.query('COMMIT');
      await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
    },
  };
}

/**
 * The database behind a balancer: every second read goes to the node that lags. With `transactionsToo`, so do the reads
 * of transactions that lock nothing.
 */
export function balanced(database: Database, node: LaggingNode, transactionsToo = false): Database {
  let reads = 0;
  const balancedDatabase: Database = {
    ...database,
    rows: (sql, parameters) => {
      reads += 1;
      return (reads % 2 === 0 ? node : database).rows(sql, parameters);
    },
    transaction: (work, options) =>
      database.transaction(
        (transaction) => work(transactionsToo ? { ...transaction, rows: unlockedOn(node, transaction) } : transaction),
        options,
      ),
    get background() {
      return balancedDatabase;
    },
  };
  return balancedDatabase;
}

function unlockedOn(node: LaggingNode, transaction: Transaction): Transaction['rows'] {
  return (sql, parameters) => (/FOR UPDATE|IN SHARE MODE/.test(sql) ? transaction : node).rows(sql, parameters);
}
