import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { isConflict, isStopped } from '../failures.ts';
import { connectionOf, discard, ranBriefly, waitsForTable } from './brief-statement.ts';
import { rangesOf } from './partition-ranges.ts';

/** A table that is divided by the column `number`. Rows are only added to it, and do not change once they are settled. */
export interface LogTable {
  name: string;
  /** The column that orders settled rows: those up to `lastSettled` are committed. It is NULL in others. */
  order: string;
  /** A statement that returns the highest order of settled rows as `value`. */
  lastSettled: string;
}

const rowsAtOnce = 2000;
/** The pause between copies, so that the service gets its turn. */
const breathMilliseconds = 10;
/** How many rows may be copied at the end, while the service waits. It grows with each attempt. */
const rowsAtEnd = 2000;
const growth = 1.5;
const attemptMilliseconds = 500;

/** The numbers that a partition holds at least, and the number of partitions that hold the rows of a full table at most. */
const smallest = 1_000_000;
const most = 20;

/**
 * Divides a table into partitions while the service uses it. Settled rows are copied to a new table, which then takes
 * the place of the former one: only for the last rows, the service waits. Whatever an earlier process has copied stays.
 */
export async function divide(runner: QueryRunner, table: LogTable): Promise<void> {
  const division = new Division(runner, table);
  if (!(await isDivided(runner, table.name))) await division.make();
  await division.dropFormer();
}

class Division {
  readonly #runner: QueryRunner;
  readonly #table: LogTable;
  readonly #next: string;
  readonly #former: string;

  constructor(runner: QueryRunner, table: LogTable) {
    this.#runner = runner;
    this.#table = table;
    this.#next = `${table.name}_next`;
    this.#former = `${table.name}_former`;
  }

  async make(): Promise<void> {
    const { name } = this.#table;
    if (!(await this.#runner.hasTable(this.#next)))
      await this.#runner.query(await definitionOf(this.#runner, name, this.#next));
    for (let allowed = rowsAtEnd; ; allowed *= growth) {
      await this.#copySettled();
      if (await this.#copyLastAndSwap(allowed)) return;
      await sleep(attemptMilliseconds);
    }
  }

  async dropFormer(): Promise<void> {
    if (await this.#runner.hasTable(this.#former)) await this.#runner.query(`DROP TABLE ${this.#former}`);
  }

  async #copySettled(): Promise<void> {
    const { name, order } = this.#table;
    // An attempt may have copied rows that have been settled since.
    await this.#runner.query(`DELETE FROM ${this.#next} WHERE ${order} IS NULL`);
    const lowest = await this.#value(`SELECT MIN(${order}) AS value FROM ${name}`);
    let copied = (await this.#copied()) ?? (lowest ?? 1) - 1;
    for (let last = await this.#lastSettled(); copied < last; last = await this.#lastSettled()) {
      const upTo = Math.min(copied + rowsAtOnce, last);
      await this.#copy(`${order} > ${copied} AND ${order} <= ${upTo}`);
      copied = upTo;
      if (last - copied > rowsAtOnce) await sleep(breathMilliseconds);
    }
  }

  /** Returns false if transactions use the table, or if more rows than allowed remain to be copied. */
  async #copyLastAndSwap(allowed: number): Promise<boolean> {
    const { name, order } = this.#table;
    // A process that stands still must not keep the table for long: the server closes its connection.
    await this.#runner.query('SET SESSION wait_timeout = 5');
    if (!(await ranBriefly(this.#runner, `LOCK TABLES ${name} WRITE, ${this.#next} WRITE`))) return false;
    try {
      for (const condition of [`${order} > ${(await this.#copied()) ?? 0}`, `${order} IS NULL`]) {
        if ((await this.#count(condition, allowed)) > allowed) return false;
        await this.#copy(condition);
      }
      return await this.#swap();
    } catch (error) {
      // The statement that waited too long for the lock may have got it just before it was stopped.
      if (isStopped(error)) return false;
      throw error;
    } finally {
      await this.#runner.query('UNLOCK TABLES');
      await this.#runner.query('SET SESSION wait_timeout = DEFAULT');
    }
  }

  /**
   * Renames both tables at once. MariaDB does not let the connection do so that has locked them. A rename that waits goes
   * before all others that wait for the tables, so nothing is written to the former table after the copy.
   */
  async #swap(): Promise<boolean> {
    const { name } = this.#table;
    const renamer = this.#runner.dataSource.createQueryRunner();
    try {
      await renamer.query('SET SESSION lock_wait_timeout = 2');
      const connection = await connectionOf(renamer);
      let isOver = false;
      const renaming = renamer
        .query(`RENAME TABLE ${name} TO ${this.#former}, ${this.#next} TO ${name}`)
        .then(
          () => null,
          (error: unknown) => error,
        )
        .finally(() => {
          isOver = true;
        });
      while (!(isOver || (await waitsForTable(this.#runner.dataSource, connection))));
      await this.#runner.query('UNLOCK TABLES');
      const error = await renaming;
      if (error && !isConflict(error)) throw error;
      return !error;
    } finally {
      await discard(renamer);
    }
  }

  #copy(condition: string): Promise<void> {
    return this.#runner.query(`INSERT INTO ${this.#next} SELECT * FROM ${this.#table.name} WHERE ${condition}`);
  }

  async #count(condition: string, upTo: number): Promise<number> {
    const rows = `SELECT 1 FROM ${this.#table.name} WHERE ${condition} LIMIT ${Math.ceil(upTo) + 1}`;
    return (await this.#value(`SELECT COUNT(*) AS value FROM (${rows}) AS remaining`)) ?? 0;
  }

  async #lastSettled(): Promise<number> {
    return (await this.#value(this.#table.lastSettled)) ?? 0;
  }

  #copied(): Promise<number | null> {
    return this.#value(`SELECT MAX(${this.#table.order}) AS value FROM ${this.#next}`);
  }

  async #value(sql: string): Promise<number | null> {
    const [row] = await this.#runner.query(sql);
    return row && row.value !== null ? Number(row.value) : null;
  }
}

async function isDivided(runner: QueryRunner, table: string): Promise<boolean> {
  const found = await runner.query(
    `SELECT 1 FROM information_schema.partitions
     WHERE table_schema = DATABASE() AND table_name = ? AND partition_name IS NOT NULL LIMIT 1`,
    [table],
  );
  return found.length > 0;
}

/**
 * Returns the statement that creates the divided table. It continues the numbers of the former one. Unique indexes of a
 * divided table would have to contain the number, so all but the primary key only serve to find rows.
 */
async function definitionOf(runner: QueryRunner, table: string, next: string): Promise<string> {
  const [shown] = await runner.query(`SHOW CREATE TABLE ${table}`);
  const definition = String(shown['Create Table'])
    .replace(`CREATE TABLE \`${table}\``, `CREATE TABLE \`${next}\``)
    .replaceAll('UNIQUE KEY', 'KEY');
  const [{ first, last }] = await runner.query(`SELECT MIN(number) AS first, MAX(number) AS last FROM ${table}`);
  const ranges = rangesOf(endsOf(Number(first ?? 0), Number(last ?? 0)));
  return `${definition} PARTITION BY RANGE (number) (${ranges})`;
}

/** Returns where to divide a table that holds the numbers. The last partition is for numbers to come. */
function endsOf(first: number, last: number): number[] {
  const size = Math.max(1, Math.ceil((last - first) / most / smallest)) * smallest;
  const ends = [Math.floor(first / size) * size + size];
  for (let end = ends[0] ?? size; end <= last + size; ends.push(end)) end += size;
  return ends;
}
