import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Database, Model } from '../database.ts';
import { type Timeouts, timeoutOfCallers } from './timeout.ts';

/** Opens `mysql://…`, `mariadb://…` or `sqlite:path`. Loads only the driver of that engine. */
export async function openDatabase(
  url: string,
  model: Model,
  timeout: Timeouts = timeoutOfCallers,
  replicaUrl?: string,
): Promise<Database> {
  if (!url.startsWith('sqlite:')) {
    const { openMySql } = await import('./mysql.ts');
    return openMySql(url, model, timeout, replicaUrl);
  }
  const file = path.resolve(url.slice('sqlite:'.length));
  await mkdir(path.dirname(file), { recursive: true });
  const { openSqlite } = await import('./sqlite.ts');
  return openSqlite(file, model);
}
