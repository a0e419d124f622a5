import { findOurIds } from '../../external-ids/external-id.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { type IdKind, idPattern, newId } from '../../vocabulary/ids.ts';

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

/** Returns our ids of external ids of one kind that were stored before. */
export async function knownIds(
  connection: Connection,
  accountId: string,
  kind: IdKind,
  externals: readonly string[],
): Promise<Map<string, string>> {
  const found = await findOurIds(
    connection,
    accountId,
    externals.map((externalId) => ({ kind, externalId })),
  );
  return new Map([...found].map(([key, id]) => [key.slice(kind.length + 1), id]));
}

/** Returns an id for each new object: the external one if it has our form and is free, and otherwise a new one. */
export async function idsFor(
  connection: Connection,
  kind: IdKind,
  externals: readonly string[],
): Promise<Map<string, string>> {
  const kept = externals.filter((id) => idPattern(kind).test(id));
  const taken = new Set<string>();
  const name = tables[kind];
  if (name && kept.length > 0) {
    const rows = await connection.rows<{ id: string }>(
      ...bind(`SELECT t.id AS id FROM ${name} t WHERE t.id IN (:kept)`, { kept }),
    );
    for (const { id } of rows) taken.add(id);
  }
  const isKept = new Set(kept.filter((id) => !taken.has(id)));
  return new Map(externals.map((id) => [id, isKept.has(id) ? id : newId(kind)]));
}

const code = /^[0-9A-Za-z_-]{1,8}$/;

/** Returns why the code of a campaign cannot be kept, or null. */
export async function codeConflict(
  connection: Connection,
  table: 'coupons' | 'loyalty_cards' | 'directories',
  given: string,
): Promise<string | null> {
  if (!code.test(given)) return `its code ${given} does not have up to 8 letters and digits`;
  const rows = await connection.rows(`SELECT 1 FROM ${table} t WHERE t.code = ?`, [given]);
  return rows.length > 0 ? `its code ${given} is taken in this installation` : null;
}
