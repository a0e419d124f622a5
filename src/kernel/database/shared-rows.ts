import type { Database } from './database.ts';
import { shared } from './loaders.ts';
import { findRows, type Source } from './rows.ts';
import { withIds } from './statement.ts';

export function sharedRow<Noun extends { id: string }>(
  source: Source<Noun>,
): (database: Database, id: string) => Promise<Noun | null> {
  return shared<string, Noun | null>(async (database, ids) => {
    const found = await findRows<Noun>(database, source, withIds<Noun>([...new Set(ids)]));
    const byId = new Map(found.map((noun) => [noun.id, noun]));
    return ids.map((id) => byId.get(id) ?? null);
  });
}
