import { expect } from 'vitest';
import type { Connection, Database } from '../../src/kernel/database/database.ts';

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
