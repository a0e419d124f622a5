import type { Database } from './database.ts';
import { batched } from './loaders.ts';
import { findRows, type Source } from './rows.ts';
import type { Which } from './statement.ts';

/** Finds a row by a unique column. Simultaneous calls share a statement. */
export function batchedRow<Noun>(
  source: Source<Noun>,
  key: (keyof Noun & string) | 'id' = 'id',
): (database: Database, value: string) => Promise<Noun | null> {
  return batched<string, Noun | null>(async (database, values) => {
    const found = await findRows<Noun>(database, source, { [key]: [...new Set(values)] } as object as Which<Noun>);
    const byKey = new Map(found.map((noun) => [String(noun[key as keyof Noun]), noun]));
    return values.map((value) => byKey.get(value) ?? null);
  });
}
