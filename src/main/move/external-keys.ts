import { findOurIds, insertExternalIds } from '../../external-ids/external-id.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { type IdKind, idPattern, newId } from '../../vocabulary/ids.ts';
import { type AccountMove, note, type Storing } from './account-move.ts';

/** The tables in which an id must be free. */
const tables: Partial<Record<IdKind, string>> = {
  coupon: 'coupons',
  loyaltyCard: 'loyalty_cards',
  directory: 'directories',
  category: 'categories',
  contactGroup: 'contact_groups',
  loyaltyUser: 'loyalty_persons',
  directoryUser: 'directory_users',
};

/** Maps external ids that were stored before. */
export async function knownIds(
  connection: Connection,
  accountId: string,
  kind: IdKind,
  externals: readonly string[],
): Promise<Map<string, string>> {
  const asked = externals.map((externalId) => ({ kind, externalId }));
  const found = await findOurIds(connection, accountId, asked);
  return new Map([...found].map(([key, id]) => [key.slice(kind.length + 1), id]));
}

/** Returns our id of an object that was stored before, or null. */
export async function ourId({ database, accountId }: AccountMove, kind: IdKind, external: string) {
  return (await knownIds(database, accountId, kind, [external])).get(external) ?? null;
}

/** Returns our id for each external id: the external id if it has our form and is free, otherwise a new one. */
export async function idsFor(
  connection: Connection,
  kind: IdKind,
  externals: readonly string[],
): Promise<Map<string, string>> {
  const kept = externals.filter((id) => idPattern(kind).test(id));
  const taken = new Set<string>();
  const name = tables[kind];
  if (name && kept.length > 0) {
    const rows = await connection.rows<{ id: string }>(`SELECT t.id AS id FROM ${name} t WHERE t.id IN (:kept)`, {
      kept,
    });
    for (const { id } of rows) taken.add(id);
  }
  const isKept = new Set(kept.filter((id) => !taken.has(id)));
  return new Map(externals.map((id) => [id, isKept.has(id) ? id : newId(kind)]));
}

export function keepIds(
  { transaction, accountId }: Storing,
  kind: IdKind,
  ids: Iterable<readonly [external: string, id: string]>,
): Promise<void> {
  const kept = Array.from(ids, ([externalId, id]) => ({ accountId, kind, externalId, id }));
  return insertExternalIds(transaction, kept);
}

interface NewObject {
  kind: IdKind;
  /** Further ids of the object, which an older list may contain. */
  names: readonly string[];
  code?: string;
}

/** Returns the id of a new object and keeps its names. Null if the object is known or its code cannot be kept. */
export async function idOfNew(storing: Storing, { kind, names, code }: NewObject): Promise<string | null> {
  const { accountId, dryRun, transaction, step } = storing;
  const [external = ''] = names;
  if ((await knownIds(transaction, accountId, kind, names)).size > 0) {
    step.counted.unchanged += 1;
    return null;
  }
  const conflict = code === undefined ? null : await codeConflict(transaction, tables[kind] ?? '', code);
  if (conflict) {
    note(step, external, `the ${nounOf[kind]} was not stored: ${conflict}`, true);
    return null;
  }
  step.counted.stored += 1;
  const ids = await idsFor(transaction, kind, names);
  const id = names.find((name) => ids.get(name) === name) ?? ids.get(external) ?? '';
  const kept = names.map((name) => [name, id] as const);
  if (!dryRun) await keepIds(storing, kind, kept);
  return id;
}

const nounOf: Partial<Record<IdKind, string>> = { coupon: 'coupon', loyaltyCard: 'card', directory: 'directory' };

const codeForm = /^[0-9A-Za-z_-]{1,8}$/;

/** Returns the reason why a code cannot be kept, or null if it can. */
async function codeConflict(connection: Connection, table: string, given: string): Promise<string | null> {
  if (!codeForm.test(given)) return `its code ${given} does not have up to 8 letters and digits`;
  const rows = await connection.rows(`SELECT 1 FROM ${table} t WHERE t.code = ?`, [given]);
  return rows.length > 0 ? `its code ${given} is taken in this installation` : null;
}
