import { column, columnsOf, reference, type Stored, selectList, table } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { batched } from '../../kernel/database/loaders.ts';
import type { Page } from '../../kernel/database/paging.ts';
import { deleteRows, findRows } from '../../kernel/database/rows.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import type { BalanceUnit } from '../reward/reward.ts';

export type LedgerReason =
  | 'STAMPS_ADDED'
  | 'STAMPS_REMOVED'
  | 'POINTS_ADDED'
  | 'POINTS_REMOVED'
  | 'POINTS_EXPIRED'
  | 'REWARD_EARNED'
  | 'REWARD_REDEEMED'
  | 'REWARD_USED'
  | 'REVERSED';

/** A change to the balances or rewards of a user. Entries never change, and a balance is the sum of its entries. */
export type LedgerEntry = Stored<typeof ledgerEntries>;

/** A change of a lot of points: the entry that added it, when it expires, and the difference. */
export type LotChange = [lot: string, expiresAt: Instant, change: number];

export function lotChangesOf({ lots }: Pick<LedgerEntry, 'lots'>): LotChange[] {
  return lots === null ? [] : JSON.parse(lots);
}

export const ledgerEntries = table({
  name: 'LedgerEntry',
  tableName: 'ledger_entries',
  columns: {
    /** Ascends in the order in which the entries of a user took effect. */
    number: column.ascending,
    id: column.text(20),
    member: column.bigNumber,
    unit: column.text<BalanceUnit>(10),
    /** The change. Negative for a deduction, and zero for the use of a reward, whose cost was deducted earlier. */
    delta: column.integer,
    /** The balance after the entry. */
    balance: column.integer,
    reason: column.text<LedgerReason>(20),
    rewardId: column.textOrNull(20),
    reverses: column.textOrNull(20),
    /** The id of a location, or another id that the caller gave. */
    locationId: column.textOrNull(50),
    /** The changes of lots of points (JSON). Null if there are none. */
    lots: column.longTextOrNull,
    keyId: column.textOrNull(20),
    createdAt: column.instant,
  },
  indices: [
    { name: 'ledger_entries_id', columns: ['id'], unique: true },
    { name: 'ledger_entries_member', columns: ['member', 'number'] },
    { name: 'ledger_entries_reverses', columns: ['reverses'], unique: true },
  ],
  foreignKeys: [
    {
      ...reference('ledger_entries_member_fk', 'member', 'loyalty_members'),
      referencedColumnNames: ['number'],
    },
  ],
});

/** The maximum number of entries of a page, which one statement reads. */
const maxOfPage = 1000;

export const entryColumns = selectList(columnsOf(ledgerEntries, 'l'));

interface LedgerPage {
  member: number;
  page: Page;
}

/**
 * Reads a page of entries, newest first, by their numbers alone. Up to 64 pages that are read at the same time share a
 * statement.
 */
export const findLedger = batched<LedgerPage, LedgerEntry[]>(async (database, pages) => {
  const keys = pages.map((page) => JSON.stringify(page));
  const different = new Map(pages.map((page, index) => [keys[index] ?? '', page]));
  const entries = await readPages(database, [...different.values()]);
  const found = new Map([...different.keys()].map((key, index) => [key, entries[index] ?? []]));
  return keys.map((key) => found.get(key) ?? []);
});

/**
 * Each part of the UNION has a limit of its own, so the index yields only its entries. Additional parts that find
 * nothing make the number of parts a power of two, so that a server keeps few prepared statements.
 */
async function readPages(connection: Connection, pages: readonly LedgerPage[]): Promise<LedgerEntry[][]> {
  const additional = 2 ** Math.ceil(Math.log2(pages.length)) - pages.length;
  const read = [...pages, ...pages.slice(0, additional).map(({ page }) => ({ member: null, page }))];
  const parts = read.map(({ page: { size, backward, from } }, index) => {
    const [comparison, direction] = backward ? ['>', 'ASC'] : ['<', 'DESC'];
    return `SELECT ${index} AS part, p${index}.* FROM (
      SELECT ${entryColumns} FROM ledger_entries l WHERE l.member = ? ${from ? `AND l.number ${comparison} ?` : ''}
      ORDER BY l.number ${direction} LIMIT ${size + 1}) AS p${index}`;
  });
  const rows = await connection.rows<LedgerEntry & { part: number }>(
    parts.join(' UNION ALL '),
    read.flatMap(({ member, page: { from } }) => [member, ...(from ? [from[1]] : [])]),
  );
  const byPart = Map.groupBy(rows, ({ part }) => Number(part));
  return pages.map(({ page }, index) =>
    (byPart.get(index) ?? []).sort((one, other) => (other.number - one.number) * (page.backward ? -1 : 1)),
  );
}

export function findEntries(connection: Connection, accountId: string, ids: readonly string[]): Promise<LedgerEntry[]> {
  return connection.rows<LedgerEntry>(
    `SELECT ${entryColumns} FROM ledger_entries l
       JOIN loyalty_members m ON m.number = l.member JOIN loyalty_cards c ON c.id = m.card_id
       WHERE l.id IN (:ids) AND m.account_id = :accountId AND c.deleted_at IS NULL`,
    { ids, accountId },
  );
}

/** Returns the id of the entry that reversed an entry, or null. Simultaneous calls share a statement. */
export const findReversal = batched<string, string | null>(async (database, ids) => {
  const rows = await findRows(database, ledgerEntries, { reverses: ids }, { select: ['id', 'reverses'] });
  const found = new Map(rows.map(({ id, reverses }) => [reverses, id]));
  return ids.map((id) => found.get(id) ?? null);
}, maxOfPage);

export async function removeEntries(transaction: Transaction, members: readonly number[]): Promise<void> {
  await deleteRows(transaction, ledgerEntries, { member: members });
}
