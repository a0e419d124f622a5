import { addRow, deleteRows, findRows } from '../../kernel/database/rows.ts';
import { hashOf } from '../../personal-data/address-hash.ts';
import { personalNoun } from '../../personal-data/personal-noun.ts';
import { spellingsOf } from '../../personal-data/sought-person.ts';
import { hashedTextOf, type OptOut, optOuts as optOutsTable } from './opt-out.ts';

/** The opt-outs of the address. They stay as keyed hashes, so that nobody writes to the person after an erasure. */
export const personalOptOuts = personalNoun<OptOut>({
  name: 'optOuts',
  next: async (connection, person) => {
    const rows = await findRows(connection, optOutsTable, {
      accountId: person.accountId,
      channel: person.email ? 'EMAIL' : 'SMS',
      address: spellingsOf(person),
    });
    return { rows, after: null };
  },
  exported: (optOuts) => optOuts.map(({ accountId, ...optOut }) => optOut),
  erase: async (transaction, _person, optOuts) => {
    for (const optOut of optOuts) {
      const { accountId, channel, address } = optOut;
      await addRow(transaction, optOutsTable, { ...optOut, address: await hashOf(transaction, hashedTextOf(optOut)) });
      await deleteRows(transaction, optOutsTable, { accountId, channel, address });
    }
  },
});
