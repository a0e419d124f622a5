import { expect } from 'vitest';
import type { Connection, Database, Transaction } from '../../src/kernel/database/database.ts';
import type { Parameters } from '../../src/kernel/database/statement.ts';

type Read = (on: Connection) => Promise<unknown>;

/** Returns the number of reads that a server makes for the statements. MySQL and MariaDB only. */
export async function rowsRead(database: Database, read: Read): Promise<number> {
  return database.transaction(async (transaction) => {
    const handled = async () => {
      const counters = await transaction.rows<{ Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'");
      return counters.reduce((sum, { Value }) => sum + Number(Value), 0);
    };
    const before = await handled();
    await read(transaction);
    return (await handled()) - before;
  });
}

/** Returns the steps of the SQLite query plans that match the unwanted pattern. */
export async function scansOf(database: Database, read: Read, unwanted: RegExp): Promise<string[]> {
  const steps: string[] = [];
  const explaining: Connection = {
    dialect: database.dialect,
    rows: async (sql, parameters) => {
      const plan = await database.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, parameters);
      steps.push(...plan.map(({ detail }) => detail));
      return database.rows(sql, parameters);
    },
  };
  await read(explaining);
  expect(steps.length).toBeGreaterThan(0);
  return steps.filter((step) => unwanted.test(step));
}

export interface LockingPlans {
  /** The number of different statements that were explained. */
  readonly explained: number;
  /** Returns the scans since the last call, each with the alias of the table and the statement. */
  takeScans(): string[];
}

const locking = /^\s*(UPDATE|DELETE)\b|\b(FOR UPDATE|LOCK IN SHARE MODE)\b/;

/**
 * Explains each statement that changes or locks rows, right before a server executes it. A statement that scans at least
 * `large` rows locks rows of all accounts, or waits for them.
 */
export function recordLockingPlans(database: Database, large: number): LockingPlans {
  const known = new Set<string>();
  const scans: string[] = [];
  const explain = async ({ rows }: Transaction, sql: string, parameters?: Parameters) => {
    if (!locking.test(sql) || known.has(sql)) return;
    known.add(sql);
    const plan = await rows<{ table: string; type: string; rows: number }>(`EXPLAIN ${sql}`, parameters);
    const scanned = plan.filter((step) => /^(ALL|index)$/.test(step.type) && Number(step.rows) >= large);
    scans.push(...scanned.map(({ table }) => `${table}: ${sql}`));
  };
  const explaining = (transaction: Transaction): Transaction => ({
    ...transaction,
    rows: async (sql, parameters) => {
      await explain(transaction, sql, parameters);
      return transaction.rows(sql, parameters);
    },
    change: async (sql, parameters) => {
      await explain(transaction, sql, parameters);
      return transaction.change(sql, parameters);
    },
  });
  for (const one of [database, database.lookups, database.background]) {
    const { transaction } = one;
    one.transaction = (work, options) => transaction((given) => work(explaining(given)), options);
  }
  return {
    get explained() {
      return known.size;
    },
    takeScans: () => scans.splice(0),
  };
}
