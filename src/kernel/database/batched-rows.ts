import type { Database } from './database.ts';
import { batched, batchedByAccount, fewLongRows } from './loaders.ts';
import { findRows, type Source } from './rows.ts';
import type { Which } from './statement.ts';

type Find<Noun> = (database: Database, value: string) => Promise<Noun | null>;

/** Finds a row by a unique column. Simultaneous calls share a statement. */
export function batchedRow<Noun>(source: Source<Noun>, key: (keyof Noun & string) | 'id' = 'id'): Find<Noun> {
  return batched(rowsBy(source, key));
}

/** Like `batchedRow`, but for rows with long texts: only a few calls of one account share a statement. */
export function batchedLongRow<Noun>(source: Source<Noun>): Find<Noun> {
  return batchedByAccount(rowsBy(source, 'id'), fewLongRows);
}

function rowsBy<Noun>(source: Source<Noun>, key: (keyof Noun & string) | 'id') {
  return async (database: Database, values: readonly string[]): Promise<(Noun | null)[]> => {
    const found = await findRows<Noun>(database, source, { [key]: [...new Set(values)] } as object as Which<Noun>);
    const byKey = new Map(found.map((noun) => [String(noun[key as keyof Noun]), noun]));
    return values.map((value) => byKey.get(value) ?? null);
  };
}
