import { MoreThan } from 'typeorm';
import { findRows, updateRows } from '../../kernel/database/rows.ts';
import { filterInSteps } from '../../kernel/values/event-loop.ts';
import { foundAmong, personalNoun, rowsAtOnce } from '../../personal-data/personal-noun.ts';
import { mentions, without } from '../../personal-data/sought-person.ts';
import { type Notice, notices as noticesTable } from './notice.ts';

/** Notices that quote the address, such as one with the response of a platform. */
export const personalNotices = personalNoun<Notice>({
  name: 'notices',
  next: async (connection, person, after) => {
    const examined = await findRows(
      connection,
      noticesTable,
      { accountId: person.accountId, number: MoreThan(Number(after ?? 0)) },
      { order: { number: 'ASC' }, take: rowsAtOnce },
    );
    const found = await filterInSteps(examined, ({ message }) => mentions(person, message));
    return foundAmong(examined, ({ number }) => number, found);
  },
  exported: (notices) => notices.map(({ type, message, createdAt }) => ({ type, message, createdAt })),
  erase: async (transaction, person, notices) => {
    for (const { number, message } of notices)
      await updateRows(transaction, noticesTable, { number }, { message: without(person, message) });
  },
});
