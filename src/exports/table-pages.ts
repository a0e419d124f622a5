import { selectList, snakeCase } from '../kernel/database/columns.ts';
import type { Connection } from '../kernel/database/database.ts';
import type { Value } from '../kernel/database/statement.ts';

export type ExportRow = Record<string, string | number | null>;

/** The source of exported rows. An index on the scope and the keys serves the statement that reads a page. */
export interface TableSource {
  columns: Record<string, string>;
  from: string;
  scope: string;
  /**
   * The fields that together identify a row of a scope, in sort order, each with a value that sorts before all others.
   */
  keys: Record<string, Value>;
  /** The maximum number of rows of a page. Default: 1,000. */
  pageSize?: number;
}

/** The size of pages of rows with long texts, which can have 200 kB each. */
export const pageOfLongRows = 50;

export interface Selection {
  conditions?: readonly string[];
  values?: Record<string, Value>;
}

export async function* pagesOf(
  connection: Connection,
  source: TableSource,
  scope: string,
  { conditions = [], values = {} }: Selection = {},
): AsyncGenerator<ExportRow[]> {
  const { columns, from, keys, pageSize = 1000 } = source;
  const names = Object.keys(keys);
  const where = [`${source.scope} = :scope`, after(columns, names), ...conditions].join(' AND ');
  const statement = `SELECT ${selectList(columns)} ${from} WHERE ${where}
    ORDER BY ${names.map((name) => columns[name]).join(', ')} LIMIT ${pageSize}`;
  for (let latest: Record<string, Value> = keys; ; ) {
    const rows = await connection.rows<ExportRow>(statement, { ...values, ...latest, scope });
    const last = rows.at(-1);
    if (last) latest = Object.fromEntries(names.map((name) => [name, last[name] ?? null]));
    if (last) yield rows;
    if (rows.length < pageSize) return;
  }
}

/** The first part of the condition lets servers start reading the index at the beginning of the page. */
function after(columns: Record<string, string>, [first = '', ...others]: readonly string[]): string {
  const column = columns[first];
  if (others.length === 0) return `${column} > :${first}`;
  return `${column} >= :${first} AND (${column} > :${first} OR ${after(columns, others)})`;
}

export function inSnakeCase(columns: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [snakeCase(name), column]));
}
