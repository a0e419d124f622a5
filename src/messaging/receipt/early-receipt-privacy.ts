import { updateRows } from '../../kernel/database/rows.ts';
import { filterInTurns } from '../../kernel/values/event-loop.ts';
import { foundAmong, personalNoun, rowsAtOnce } from '../../personal-data/personal-noun.ts';
import { mentions } from '../../personal-data/sought-person.ts';
import { type EarlyReceipt, earlyReceipts } from './early-receipt.ts';

type Found = Pick<EarlyReceipt, 'number' | 'state' | 'reason' | 'createdAt'>;

/** Reports of platforms whose message is not known yet. Their reason may contain an address. */
export const personalEarlyReceipts = personalNoun<Found>({
  name: 'earlyReceipts',
  next: async (connection, person, after) => {
    const examined = await connection.rows<Found & { accountId: string }>(
      `SELECT r.number AS number, r.state AS state, r.reason AS reason, r.created_at AS createdAt, i.account_id AS accountId
       FROM early_receipts r JOIN integrations i ON i.id = r.integration_id
       WHERE r.number > ? ORDER BY r.number LIMIT ${rowsAtOnce}`,
      [Number(after ?? 0)],
    );
    const found = await filterInTurns(
      examined,
      ({ accountId, reason }) => accountId === person.accountId && mentions(person, reason),
    );
    return foundAmong(
      examined,
      ({ number }) => number,
      found.map(({ accountId, ...receipt }) => receipt),
    );
  },
  exported: (receipts) => receipts.map(({ number, ...receipt }) => receipt),
  erase: async (transaction, _person, receipts) => {
    const numbers = receipts.map(({ number }) => number);
    await updateRows(transaction, earlyReceipts, { number: numbers }, { reason: null });
  },
});
