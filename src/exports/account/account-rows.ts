import { selectList } from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { bind, type Value } from '../../kernel/database/statement.ts';
import { type ExportRow, exportRows } from '../export.ts';
import { type AccountFileName, accountFiles, type TableSource } from './account-files.ts';

export async function* accountRows(
  connection: Connection,
  { accountId, file }: { accountId: string; file: AccountFileName },
  publicUrl: string,
): AsyncGenerator<ExportRow[]> {
  const source: TableSource | string = accountFiles[file].source;
  if (typeof source === 'string') {
    const request = { type: source, accountId, coupon: null, group: null, from: null, to: null } as const;
    yield* exportRows(connection, request as Parameters<typeof exportRows>[1], publicUrl);
    return;
  }
  for (const scope of await scopesOf(connection, source, accountId)) yield* rowsOf(connection, source, scope);
}

async function scopesOf(connection: Connection, { scopes }: TableSource, accountId: string): Promise<string[]> {
  if (!scopes) return [accountId];
  const parameters = Array<string>(scopes.split('?').length - 1).fill(accountId);
  return (await connection.rows<{ id: string }>(scopes, parameters)).map(({ id }) => id);
}

const pageSize = 1000;

async function* rowsOf(connection: Connection, source: TableSource, scope: string): AsyncGenerator<ExportRow[]> {
  const { columns, from, keys } = source;
  const names = Object.keys(keys);
  const statement = `SELECT ${selectList(columns)} ${from} WHERE ${source.scope} = :scope AND ${after(source, names)}
    ORDER BY ${names.map((name) => columns[name]).join(', ')} LIMIT ${pageSize}`;
  for (let values: Record<string, Value> = keys; ; ) {
    const rows = await connection.rows<ExportRow>(...bind(statement, { scope, ...values }));
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    values = Object.fromEntries(names.map((name) => [name, last[name] ?? null]));
  }
}

/** Returns the condition on rows after these keys. Its first part lets servers begin in the index where the page begins. */
function after({ columns }: TableSource, [first = '', ...others]: readonly string[]): string {
  const column = columns[first];
  if (others.length === 0) return `${column} > :${first}`;
  return `${column} >= :${first} AND (${column} > :${first} OR ${after({ columns } as TableSource, others)})`;
}
