import type { Viewer } from '../api/viewer.ts';
import type { Database } from '../kernel/database/database.ts';
import { findRows, type SingleRow } from '../kernel/database/rows.ts';
import { withIds } from '../kernel/database/statement.ts';

export interface Reader {
  database: Database;
  viewer: Viewer;
}

/** Finds nodes of the account of the caller, in any order. */
export type FindNodes<Noun> = (reader: Reader, ids: readonly string[]) => Promise<readonly Noun[]>;

/** Splits ids that consist of two parts. */
export function partsOf(ids: readonly string[]): [firsts: string[], seconds: string[]] {
  const ends = ids.map((id) => id.indexOf(':'));
  return [ids.map((id, index) => id.slice(0, ends[index])), ids.map((id, index) => id.slice((ends[index] ?? 0) + 1))];
}

export function ofAccount<Noun extends { accountId: string | null }>(row: SingleRow<Noun>): FindNodes<Noun> {
  return ({ database, viewer }, ids) =>
    findRows<Noun>(database, row, withIds<Noun>(ids, { accountId: viewer.account.id }));
}

/** Finds nouns that exist only within another noun, such as the categories of a directory. */
export function below<Noun, Above extends { id: string; accountId: string }>(
  row: SingleRow<Noun>,
  above: SingleRow<Above>,
  idAbove: (noun: Noun) => string,
): FindNodes<Noun> {
  return async (reader, ids) => {
    const found = await findRows<Noun>(reader.database, row, withIds<Noun>(ids));
    const present = await ofAccount(above)(reader, [...new Set(found.map(idAbove))]);
    const idsAbove = new Set(present.map(({ id }) => id));
    return found.filter((noun) => idsAbove.has(idAbove(noun)));
  };
}
