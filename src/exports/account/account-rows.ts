import type { Connection } from '../../kernel/database/database.ts';
import { exportRows } from '../export.ts';
import { type ExportRow, pagesOf } from '../table-pages.ts';
import { type AccountFileName, type AccountTable, accountFiles } from './account-files.ts';

export async function* accountRows(
  connection: Connection,
  { accountId, file }: { accountId: string; file: AccountFileName },
  publicUrl: string,
): AsyncGenerator<ExportRow[]> {
  const source: AccountTable | string = accountFiles[file].source;
  if (typeof source === 'string') {
    const request = { type: source, accountId, coupon: null, group: null, from: null, to: null } as const;
    yield* exportRows(connection, request as Parameters<typeof exportRows>[1], publicUrl);
    return;
  }
  for (const scope of await scopesOf(connection, source, accountId)) yield* pagesOf(connection, source, scope);
}

async function scopesOf(connection: Connection, { scopes }: AccountTable, accountId: string): Promise<string[]> {
  if (!scopes) return [accountId];
  const parameters = Array<string>(scopes.split('?').length - 1).fill(accountId);
  return (await connection.rows<{ id: string }>(scopes, parameters)).map(({ id }) => id);
}
