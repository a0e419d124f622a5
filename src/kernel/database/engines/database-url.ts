import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Database, Model } from '../database.ts';
import { openMySql } from './mysql.ts';
import { type Patience, patienceOfCallers } from './patience.ts';
import { openSqlite } from './sqlite.ts';

/** Opens `mysql://…`, `mariadb://…` or `sqlite:path`. */
export async function openDatabase(
  url: string,
  model: Model,
  patience: Patience = patienceOfCallers,
): Promise<Database> {
  if (!url.startsWith('sqlite:')) return openMySql(url, model, patience);
  const file = path.resolve(url.slice('sqlite:'.length));
  await mkdir(path.dirname(file), { recursive: true });
  return openSqlite(file, model);
}
