import type { EntitySchema } from 'typeorm';
import { Problem, type ProblemCode } from '../problem.ts';
import { columnsOf, selectList } from './columns.ts';
import type { Connection } from './database.ts';
import type { RowLock } from './dialect.ts';
import type { Value } from './statement.ts';

/** The values of properties that name one row; null stands for an absent value. */
type Which<Noun> = { readonly [Property in keyof Noun]?: Noun[Property] & Value };

/** How single rows of a noun are read. */
export interface SingleRow<Noun> {
  select: string;
  columns: Record<string, string>;
  existing: Which<Noun>;
  missing: ProblemCode;
}

interface RowOptions<Noun> {
  /** The problem when there is no such row. */
  missing: ProblemCode;
  /** Holds for every row that callers know, such as `{ deletedAt: null }`. */
  existing?: Which<Noun>;
  /** Which properties to read; default all. */
  properties?: readonly string[];
}

/** Describes a noun to `requireRow` and `findRow`. */
export function rowOf<Noun>(
  schema: EntitySchema<Noun>,
  { missing, existing = {}, properties }: RowOptions<Noun>,
): SingleRow<Noun> {
  const columns = columnsOf(schema, 't');
  const read = Object.entries(columns).filter(([property]) => properties?.includes(property) ?? true);
  const select = `SELECT ${selectList(Object.fromEntries(read))} FROM ${schema.options.tableName} t`;
  return { select, columns, existing, missing };
}

/** The row with these values, or the problem of its noun. With `lock` it stays as it is until the transaction ends. */
export async function requireRow<Noun>(
  connection: Connection,
  noun: SingleRow<Noun>,
  which: Which<NoInfer<Noun>>,
  lock?: RowLock,
): Promise<Noun> {
  const row = await findRow(connection, noun, which, lock);
  if (!row) throw new Problem(noun.missing);
  return row;
}

/** As `requireRow`, but returns null when there is no such row. */
export async function findRow<Noun>(
  connection: Connection,
  { select, columns, existing }: SingleRow<Noun>,
  which: Which<NoInfer<Noun>>,
  lock?: RowLock,
): Promise<Noun | null> {
  const values = Object.entries<Value>({ ...which, ...existing });
  const conditions = values.map(([property, value]) => `${columns[property]} ${value === null ? 'IS NULL' : '= ?'}`);
  const [row] = await connection.rows<Noun>(
    `${select} WHERE ${conditions.join(' AND ')} ${lockingEnd(connection, lock)}`,
    values.flatMap(([, value]) => (value === null ? [] : [value])),
  );
  return row ?? null;
}

/** The ending of a SELECT that locks what it reads. */
export function lockingEnd({ dialect }: Connection, lock: RowLock | undefined): string {
  return lock ? { shared: dialect.forShare, exclusive: dialect.forUpdate }[lock] : '';
}
