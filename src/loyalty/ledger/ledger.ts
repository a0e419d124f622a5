import {
  ascending,
  bigNumber,
  columnsOf,
  instant,
  integer,
  reference,
  type Stored,
  selectList,
  table,
  text,
  textOrNull,
} from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import type { Page } from '../../kernel/database/paging.ts';
import { bind } from '../../kernel/database/statement.ts';
import type { BalanceUnit } from '../reward/reward.ts';

export type LedgerReason =
  | 'STAMPS_ADDED'
  | 'STAMPS_REMOVED'
  | 'POINTS_ADDED'
  | 'POINTS_REMOVED'
  | 'REWARD_EARNED'
  | 'REWARD_REDEEMED'
  | 'REWARD_USED'
  | 'REVERSED';

/** A change of a user's balances or rewards. Entries are never changed, and a balance is the sum of its entries. */
export type LedgerEntry = Stored<typeof ledgerEntries>;

export const ledgerEntries = table({
  name: 'LedgerEntry',
  tableName: 'ledger_entries',
  columns: {
    /** Ascends in the order in which the entries of a user took effect. */
    number: ascending,
    id: text(20),
    membership: bigNumber,
    unit: text<BalanceUnit>(10),
    /**
     * The amount added, negative for amounts deducted. Zero for the use of a reward, because earning or redeeming the
     * reward deducted its cost.
     */
    delta: integer,
    /** The balance of this unit after the entry. */
    balance: integer,
    reason: text<LedgerReason>(20),
    /** The reward that was earned, redeemed or used. */
    rewardId: textOrNull(20),
    /** The entry that this entry reverses. */
    reverses: textOrNull(20),
    merchantId: textOrNull(16),
    /** The API key of the call. */
    keyId: textOrNull(20),
    createdAt: instant,
  },
  indices: [
    { name: 'ledger_entries_id', columns: ['id'], unique: true },
    { name: 'ledger_entries_membership', columns: ['membership', 'number'] },
    { name: 'ledger_entries_reverses', columns: ['reverses'], unique: true },
  ],
  foreignKeys: [
    {
      ...reference('ledger_entries_membership_fk', 'membership', 'loyalty_memberships'),
      referencedColumnNames: ['number'],
    },
  ],
});

export const entryColumns = selectList(columnsOf(ledgerEntries, 'l'));

/** Returns a page of the entries of a membership, newest first. The number alone decides the position of an entry. */
export function readLedger(connection: Connection, membership: number, page: Page): Promise<LedgerEntry[]> {
  const [comparison, direction] = page.backward ? ['>', 'ASC'] : ['<', 'DESC'];
  const from = page.from ? `AND l.number ${comparison} ?` : '';
  return connection.rows<LedgerEntry>(
    `SELECT ${entryColumns} FROM ledger_entries l WHERE l.membership = ? ${from}
     ORDER BY l.number ${direction} LIMIT ${page.size + 1}`,
    [membership, ...(page.from ? [page.from[1]] : [])],
  );
}

/** Removes all entries of memberships. */
export async function removeEntries(transaction: Transaction, memberships: readonly number[]): Promise<void> {
  await transaction.change(...bind('DELETE FROM ledger_entries WHERE membership IN (:memberships)', { memberships }));
}
