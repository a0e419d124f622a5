import type { EntitySchema, EntitySchemaColumnOptions } from 'typeorm';
import { Problem, type ProblemCode } from '../problem.ts';
import { columnsOf, selectList, snakeCase } from './columns.ts';
import type { Connection, Database, Transaction } from './database.ts';
import type { RowLock } from './dialect.ts';
import { type Clause, clauseOf, type Value, type Which } from './statement.ts';

export interface SingleRow<Noun> {
  table: EntitySchema<Noun>;
  existing?: Which<Noun>;
  missing?: ProblemCode;
  properties?: readonly string[] | undefined;
}

export type Source<Noun> = EntitySchema<Noun> | SingleRow<Noun>;

export function rowOf<Noun>(
  table: EntitySchema<Noun>,
  options: Omit<SingleRow<Noun>, 'table'> & { missing: ProblemCode },
): SingleRow<Noun> & { missing: ProblemCode } {
  return { table, ...options };
}

type Changes<Noun> = { readonly [Property in keyof Noun]?: Noun[Property] | Sum | undefined };

export interface Reading<Noun, Property extends keyof Noun = keyof Noun> {
  select?: readonly Property[];
  order?: { readonly [Name in keyof Noun]?: 'ASC' | 'DESC' };
  take?: number;
  lock?: RowLock | undefined;
  index?: string | undefined;
}

export async function findRows<Noun, Property extends keyof Noun = keyof Noun>(
  connection: Connection,
  source: Source<Noun>,
  which: Which<NoInfer<Noun>>,
  { select, order, take, lock, index }: Reading<NoInfer<Noun>, Property> = {},
): Promise<Pick<Noun, Property>[]> {
  const { existing } = nounOf(source);
  const where = clauseOf([which, existing]);
  if (!where) return [];
  const sorted = order && Object.entries(order).map(([name, direction]) => `t.${snakeCase(name)} ${direction}`);
  const sql = [
    selectOf(source, select as readonly string[] | undefined),
    index && connection.dialect.useIndex(index),
    condition(where),
    sorted && `ORDER BY ${sorted.join(', ')}`,
    take !== undefined && `LIMIT ${take}`,
    lock && lockingEnd(connection, lock),
  ];
  return connection.rows<Pick<Noun, Property>>(sql.filter(Boolean).join(' '), where.values);
}

export async function findRow<Noun>(
  connection: Connection,
  source: Source<Noun>,
  which: Which<NoInfer<Noun>>,
  lock?: RowLock,
): Promise<Noun | null> {
  const [row] = await findRows<Noun>(connection, source, which, { take: 1, lock });
  return row ?? null;
}

export async function requireRow<Noun>(
  connection: Connection,
  source: Source<Noun>,
  which: Which<NoInfer<Noun>>,
  lock?: RowLock,
): Promise<Noun> {
  const row = await findRow(connection, source, which, lock);
  if (row) return row;
  const { table, missing } = nounOf(source);
  throw missing ? new Problem(missing) : new Error(`there is no such row in ${table.options.tableName}`);
}

export function lockRow<Noun>(
  connection: Connection,
  source: Source<Noun>,
  which: Which<NoInfer<Noun>>,
): Promise<Noun> {
  return requireRow(connection, source, which, 'exclusive');
}

export function shareRow<Noun>(
  connection: Connection,
  source: Source<Noun>,
  which: Which<NoInfer<Noun>>,
): Promise<Noun> {
  return requireRow(connection, source, which, 'shared');
}

export async function countRows<Noun>(
  connection: Connection,
  table: EntitySchema<Noun>,
  which: Which<NoInfer<Noun>> = {},
): Promise<number> {
  const where = clauseOf([which]);
  if (!where) return 0;
  const [row] = await connection.rows<{ count: number }>(
    `SELECT COUNT(*) AS count FROM ${table.options.tableName} t ${condition(where)}`,
    where.values,
  );
  return Number(row?.count);
}

export async function hasRow<Noun>(
  connection: Pick<Connection, 'rows'>,
  table: EntitySchema<Noun>,
  which: Which<NoInfer<Noun>> = {},
): Promise<boolean> {
  const where = clauseOf([which]);
  if (!where) return false;
  const sql = `SELECT 1 FROM ${table.options.tableName} t ${condition(where)} LIMIT 1`;
  return (await connection.rows(sql, where.values)).length > 0;
}

export function insertRow<Noun>(
  transaction: Transaction,
  table: EntitySchema<Noun>,
  row: { [Property in keyof Noun]?: Noun[Property] | undefined },
): Promise<number> {
  return insertRows(transaction, table, [row]);
}

export async function addRow<Noun>(
  transaction: Transaction,
  table: EntitySchema<Noun>,
  row: { [Property in keyof Noun]?: Noun[Property] | undefined },
): Promise<boolean> {
  return (await insertRows(transaction, table, [row], { insert: transaction.dialect.insertIfAbsent })) > 0;
}

const maxRows = 256;

const few = 16;

/**
 * Inserts rows in batches of a few fixed sizes, so that few statements are prepared. `insert` and `ending` handle
 * existing keys.
 */
export async function insertRows<Noun>(
  transaction: Transaction,
  table: EntitySchema<Noun>,
  rows: readonly { [Property in keyof Noun]?: Noun[Property] | undefined }[],
  { insert = 'INSERT', ending = '' }: { insert?: string; ending?: string } = {},
): Promise<number> {
  if (rows.length === 0) return 0;
  let changed = 0;
  const columns = insertedColumns(table, rows);
  const begin = `${insert} INTO ${table.options.tableName} (${columns.map(({ column }) => column).join(', ')}) VALUES `;
  const places = `(${columns.map(() => '?').join(', ')})`;
  for (let done = 0, size = maxRows; done < rows.length; ) {
    const left = rows.length - done;
    if (left <= few) size = left;
    else while (size > left) size /= 2;
    const part = rows.slice(done, done + size);
    const values = part.flatMap((row) =>
      columns.map(({ name, absent }) => (row[name] === undefined ? absent : row[name])),
    );
    changed += await transaction.change(
      `${begin}${Array<string>(size).fill(places).join(', ')} ${ending}`,
      values as Value[],
    );
    done += size;
  }
  return changed;
}

interface InsertedColumn<Noun> {
  name: keyof Noun & string;
  column: string;
  absent: unknown;
  isOptional: boolean;
}

const columnsOfTables = new WeakMap<object, unknown>();

/**
 * Returns the columns to insert. All optional columns are included: otherwise, each combination would need its own
 * statement.
 */
function insertedColumns<Noun>(table: EntitySchema<Noun>, rows: readonly { [Property in keyof Noun]?: unknown }[]) {
  const columns = (columnsOfTables.get(table) as InsertedColumn<Noun>[] | undefined) ?? readColumns(table);
  columnsOfTables.set(table, columns);
  return columns.filter(({ name, isOptional }) => isOptional || rows.some((row) => row[name] !== undefined));
}

function readColumns<Noun>({ options }: EntitySchema<Noun>): InsertedColumn<Noun>[] {
  return Object.entries<EntitySchemaColumnOptions | undefined>(options.columns).map(([name, column]) => {
    const { nullable, default: absent = null, generated } = column ?? {};
    const isOptional = !generated && (nullable === true || absent !== null);
    return { name: name as keyof Noun & string, column: snakeCase(name), absent, isOptional };
  });
}

export async function updateRows<Noun>(
  transaction: Transaction,
  table: EntitySchema<Noun>,
  which: Which<NoInfer<Noun>>,
  changes: Changes<NoInfer<Noun>>,
): Promise<number> {
  const where = limitedBy(which);
  const names = givenOf(table, changes);
  if (!where || names.length === 0) return 0;
  const given = names.map((name) => [name, changes[name]] as const);
  const set = given.map(([name, value]) => {
    const column = snakeCase(name);
    return value instanceof Sum ? `${column} = ${column} + :set_${name}` : `${column} = :set_${name}`;
  });
  const values = given.map(([name, value]) => [`set_${name}`, value instanceof Sum ? value.amount : value]);
  const sql = `UPDATE ${table.options.tableName} SET ${set.join(', ')} WHERE ${where.sql}`;
  return transaction.change(sql, { ...where.values, ...Object.fromEntries(values) });
}

/** The maximum number of values of a list in a DELETE. Servers limit the parameters of a statement. */
const maxListed = 1000;

/** Deletes rows. A long list of values is deleted in several statements. */
export async function deleteRows<Noun>(
  transaction: Transaction,
  table: EntitySchema<Noun>,
  which: Which<NoInfer<Noun>>,
  take?: number,
): Promise<number> {
  const [long] = Object.entries<unknown>(which).filter(([, value]) => Array.isArray(value) && value.length > maxListed);
  if (long && take === undefined) {
    const [name, values] = long as [string, unknown[]];
    let deleted = 0;
    for (let done = 0; done < values.length; done += maxListed) {
      const some = { ...which, [name]: values.slice(done, done + maxListed) };
      deleted += await deleteRows(transaction, table, some as Which<NoInfer<Noun>>);
    }
    return deleted;
  }
  const where = limitedBy(which);
  if (!where) return 0;
  const limit = take === undefined ? '' : ` LIMIT ${take}`;
  return transaction.change(`DELETE FROM ${table.options.tableName} WHERE ${where.sql}${limit}`, where.values);
}

/**
 * Deletes up to 500 rows. Reads them first, because on MySQL a DELETE that finds nothing locks the row behind the
 * range.
 */
export async function pruneRows<Noun>(
  database: Database,
  table: EntitySchema<Noun>,
  past: Which<NoInfer<Noun>>,
): Promise<number> {
  if (!(await hasRow(database, table, past))) return 0;
  return database.transaction((transaction) => deleteRows(transaction, table, past, 500));
}

export const nounOf = <Noun>(source: Source<Noun>): SingleRow<Noun> => ('table' in source ? source : { table: source });

const selects = new WeakMap<object, string>();

export function selectOf<Noun>(source: Source<Noun>, select?: readonly string[], list?: string): string {
  const known = select || list ? undefined : selects.get(source);
  if (known) return known;
  const { table, properties } = nounOf(source);
  if (list) return `SELECT ${list} FROM ${table.options.tableName} t`;
  const read = select ?? properties;
  const columns = Object.entries(columnsOf(table, 't')).filter(([name]) => read?.includes(name) ?? true);
  const made = `SELECT ${selectList(Object.fromEntries(columns))} FROM ${table.options.tableName} t`;
  if (!select) selects.set(source, made);
  return made;
}

class Sum {
  readonly amount: number;

  constructor(amount: number) {
    this.amount = amount;
  }
}

export function plus(amount: number): Sum {
  return new Sum(amount);
}

const condition = ({ sql }: Clause) => sql && `WHERE ${sql}`;

function limitedBy(which: object): Clause | null {
  if (Object.keys(which).length === 0) throw new Error('a change of all rows of a table needs a statement of its own');
  return clauseOf([which], '');
}

function givenOf<Noun>(table: EntitySchema<Noun>, row: object): (keyof Noun & string)[] {
  const given = Object.entries(row).filter(([name, value]) => value !== undefined && name in table.options.columns);
  return given.map(([name]) => name as keyof Noun & string);
}

export function lockingEnd({ dialect }: Connection, lock: RowLock | undefined): string {
  return lock ? { shared: dialect.forShare, exclusive: dialect.forUpdate }[lock] : '';
}
