import { key, type Stored, table, text } from '../kernel/database/columns.ts';
import type { Connection, Database, Transaction } from '../kernel/database/database.ts';
import { deleteRows, findRows, insertRows } from '../kernel/database/rows.ts';
import type { IdKind } from '../vocabulary/ids.ts';

export const longestExternalId = 100;

/** The id that an object had in the product from which the account was moved. Callers may use it instead of ours. */
export type ExternalId = Stored<typeof externalIds>;

export const externalIds = table({
  name: 'ExternalId',
  tableName: 'external_ids',
  columns: {
    accountId: key(text(20)),
    kind: key(text<IdKind>(20)),
    externalId: key(text(longestExternalId)),
    /** Our id of the object. An object can have several external ids. */
    id: text(25),
  },
  indices: [{ name: 'external_ids_id', columns: ['id'] }],
});

export async function findOurIds(
  connection: Connection,
  accountId: string,
  wanted: readonly Pick<ExternalId, 'kind' | 'externalId'>[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map();
  const rows = await findRows(
    connection,
    externalIds,
    {
      accountId,
      kind: [...new Set(wanted.map(({ kind }) => kind))],
      externalId: [...new Set(wanted.map(({ externalId }) => externalId))],
    },
    { select: ['kind', 'externalId', 'id'] },
  );
  return new Map(rows.map(({ kind, externalId, id }) => [`${kind} ${externalId}`, id]));
}

export async function findOurId(
  connection: Connection,
  accountId: string,
  wanted: Pick<ExternalId, 'kind' | 'externalId'>,
): Promise<string | null> {
  const [id] = (await findOurIds(connection, accountId, [wanted])).values();
  return id ?? null;
}

export async function insertExternalIds(transaction: Transaction, rows: readonly ExternalId[]): Promise<void> {
  await insertRows(transaction, externalIds, rows, { insert: transaction.dialect.insertIfAbsent });
}

export async function removeExternalIds(transaction: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await deleteRows(transaction, externalIds, { id: ids });
}

export async function removeExternalIdsOf(database: Database, accountId: string): Promise<boolean> {
  const removed = await database.transaction((transaction) => deleteRows(transaction, externalIds, { accountId }, 500));
  return removed === 0;
}
