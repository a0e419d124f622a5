import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import type { Database } from '../../src/kernel/database/database.ts';
import { secretsOfTests } from '../support/audit.ts';

/** Returns the tables of the database itself, so that none is forgotten. */
async function tablesOf(database: Database): Promise<string[]> {
  const sql =
    database.dialect.name === 'sqlite'
      ? `SELECT name AS name FROM sqlite_master WHERE type = 'table'`
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()';
  return (await database.rows<{ name: string }>(sql)).map(({ name }) => name).sort();
}

/** Returns how many rows contain a trace of a person, by `table.column`. */
export async function findTraces(database: Database, markers: RegExp): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of await tablesOf(database)) {
    for (const row of await database.rows<Record<string, unknown>>(`SELECT * FROM ${table}`)) {
      for (const [column, value] of Object.entries(row)) {
        if (!readingsOf(value).some((text) => markers.test(text))) continue;
        const name = `${table}.${column}`;
        found[name] = (found[name] ?? 0) + 1;
      }
    }
  }
  return found;
}

/** Returns everything that a value may say: the text, what is encrypted in it, and what is compressed in it. */
function readingsOf(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  const text = Buffer.isBuffer(value) ? value.toString('utf8') : String(value);
  if (/^[0-9a-f]{8}\.[\w-]+\.[\w-]+\.[\w-]*$/.test(text)) return [text, secretsOfTests.open(text)];
  if (text.length < 8 || !/^[\w+/]+=*$/.test(text)) return [text];
  const bytes = Buffer.from(text, 'base64');
  try {
    return [text, bytes.toString('latin1'), inflateSync(bytes).toString('utf8')];
  } catch {
    return [text, bytes.toString('latin1')];
  }
}

/** Returns the files below a directory that contain a trace of a person. */
export async function findFiles(directory: string, markers: RegExp): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(file, 'latin1')] as const));
  return texts.flatMap(([file, text]) => (markers.test(text) ? [path.relative(directory, file)] : []));
}
