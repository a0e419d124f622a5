import type { EntitySchema } from 'typeorm';
import { Problem, type ProblemCode } from '../problem.ts';
import { columnsOf, selectList } from './columns.ts';
import type { Connection } from './database.ts';
import type { RowLock } from './dialect.ts';
import { bind, type Value } from './statement.ts';

/** Values of properties that identify one row; null matches an absent value. */
type Which<Noun> = { readonly [Property in keyof Noun]?: Noun[Property] & Value };

export interface SingleRow<Noun> {
  select: string;
  columns: Record<string, string>;
  existing: Which<Noun>;
  missing: ProblemCode;
}

interface RowOptions<Noun> {
  missing: ProblemCode;
  /** A condition on every row that callers can see, such as `{ deletedAt: null }`. */
  existing?: Which<Noun>;
  properties?: readonly string[];
}

export function rowOf<Noun>(
  schema: EntitySchema<Noun>,
  { missing, existing = {}, properties }: RowOptions<Noun>,
): SingleRow<Noun> {
  const columns = columnsOf(schema, 't');
  const read = Object.entries(columns).filter(([property]) => properties?.includes(property) ?? true);
  const select = `SELECT ${selectList(Object.fromEntries(read))} FROM ${schema.options.tableName} t`;
  return { select, columns, existing, missing };
}

/**
 * Returns the row with these values. Throws the problem of its noun when there is none. `lock` locks the row until the
 * transaction ends.
 */
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

export async function findRows<Noun>(
  connection: Connection,
  { select, columns, existing }: SingleRow<Noun>,
  ids: readonly string[],
  which: Which<NoInfer<Noun>> = {},
): Promise<Noun[]> {
  if (ids.length === 0) return [];
  const values = Object.entries<Value>({ ...which, ...existing });
  const conditions = values.map(([name, value]) => `${columns[name]} ${value === null ? 'IS NULL' : `= :${name}`}`);
  const where = [`${columns.id} IN (:ids)`, ...conditions].join(' AND ');
  return connection.rows<Noun>(...bind(`${select} WHERE ${where}`, { ...Object.fromEntries(values), ids }));
}

export function lockingEnd({ dialect }: Connection, lock: RowLock | undefined): string {
  return lock ? { shared: dialect.forShare, exclusive: dialect.forUpdate }[lock] : '';
}
