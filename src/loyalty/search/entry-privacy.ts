import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import { bind } from '../../kernel/database/statement.ts';
import { personalNoun, rowsAtOnce } from '../../personal-data/personal-noun.ts';
import { nextTokens } from '../../personal-data/personal-token.ts';
import { type LedgerEntry, ledgerEntries } from '../ledger/ledger.ts';

type Found = LedgerEntry & { userId: string; cardId: string };

/** The entries of the person's loyalty cards. They name nobody, so an erasure leaves them. */
export const personalEntries = personalNoun<Found>({
  name: 'loyaltyEntries',
  // The key is the last membership and, within the next ones, the number of the last entry.
  next: async (connection, person, after) => {
    const [membership = '', number = '0'] = after?.split(' ') ?? [];
    const { values, after: next } = await nextTokens(connection, person, 'MEMBERSHIP', membership);
    if (values.length === 0) return { rows: [], after: null };
    const rows = await connection.rows<Found>(
      ...bind(
        `SELECT ${selectList(columnsOf(ledgerEntries, 'l'))}, m.user_id AS userId, m.card_id AS cardId
         FROM ledger_entries l JOIN loyalty_memberships m ON m.number = l.membership
         WHERE l.membership IN (:memberships) AND l.number > :number ORDER BY l.number LIMIT ${rowsAtOnce}`,
        { memberships: values.map(Number), number: Number(number) },
      ),
    );
    if (rows.length === rowsAtOnce) return { rows, after: `${membership} ${rows.at(-1)?.number}` };
    return { rows, after: next };
  },
  exported: (entries) => entries.map(({ number, membership, ...entry }) => entry),
});
