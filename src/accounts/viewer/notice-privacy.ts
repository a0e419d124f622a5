import { foundAmong, personalNoun, rowsAtOnce } from '../../kernel/personal-data/personal-noun.ts';
import { mentions, without } from '../../kernel/personal-data/sought-person.ts';
import { filterInTurns } from '../../kernel/values/event-loop.ts';
import type { Notice } from './notice.ts';

/** Notices that quote an address, such as the answer of a platform. */
export const personalNotices = personalNoun<Notice>({
  name: 'notices',
  next: async (connection, person, after) => {
    const examined = await connection.rows<Notice>(
      `SELECT n.number AS number, n.type AS type, n.subject AS subject, n.message AS message, n.created_at AS createdAt
       FROM notices n WHERE n.account_id = ? AND n.number > ? ORDER BY n.number LIMIT ${rowsAtOnce}`,
      [person.accountId, Number(after ?? 0)],
    );
    const found = await filterInTurns(examined, ({ message }) => mentions(person, message));
    return foundAmong(examined, ({ number }) => number, found);
  },
  exported: (notices) => notices.map(({ type, message, createdAt }) => ({ type, message, createdAt })),
  erase: async (transaction, person, notices) => {
    for (const { number, message } of notices)
      await transaction.change('UPDATE notices SET message = ? WHERE number = ?', [without(person, message), number]);
  },
});
