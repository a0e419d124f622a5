import { MoreThan } from 'typeorm';
import { toRealTime } from '../../kernel/clocks/account-clocks.ts';
import { column, reference, type Stored, table } from '../../kernel/database/columns.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { batchedByAccount } from '../../kernel/database/loaders.ts';
import { deleteRows, findRows, insertRow, updateRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { filterInSteps } from '../../kernel/values/event-loop.ts';
import { daysAgo, now } from '../../kernel/values/instant.ts';
import { foundAmong, personalNoun, rowsAtOnce } from '../../personal-data/personal-noun.ts';
import { mentions, without } from '../../personal-data/sought-person.ts';

export const noticeTypes = ['WEBHOOK_ENDPOINT_DISABLED', 'CERTIFICATE_EXPIRES', 'WALLET_PAUSED'] as const;

export type Notice = Stored<typeof notices>;

export const notices = table({
  name: 'Notice',
  tableName: 'notices',
  columns: {
    number: column.ascending,
    accountId: column.text(20),
    type: column.text<(typeof noticeTypes)[number]>(40),
    subject: column.text(24),
    message: column.text(500),
    createdAt: column.instant,
  },
  indices: [{ name: 'notices_account', columns: ['accountId', 'number'] }],
  foreignKeys: [reference('notices_account_fk', 'accountId', 'accounts')],
});

const shown = 100;
const shownDays = 90;

export async function notify(
  transaction: Transaction,
  notice: Pick<Notice, 'accountId' | 'type' | 'subject' | 'message'>,
): Promise<void> {
  await insertRow(transaction, notices, { ...notice, createdAt: now() });
}

async function noticesOf(connection: Connection, accountId: string): Promise<Notice[]> {
  const found = await findRows(connection, notices, { accountId }, { order: { number: 'DESC' }, take: shown });
  return found.filter(({ createdAt }) => createdAt >= daysAgo(shownDays));
}

const chunk = 500;

export async function pruneNotices(database: Database): Promise<number> {
  const oldest = await findRows(
    database,
    notices,
    {},
    { select: ['number', 'accountId', 'createdAt'], order: { number: 'ASC' }, take: chunk },
  );
  const limit = daysAgo(shownDays);
  const past = oldest
    .filter(({ accountId, createdAt }) => toRealTime(accountId, createdAt) < limit)
    .map(({ number }) => number);
  if (past.length === 0) return 0;
  return database.transaction((transaction) => deleteRows(transaction, notices, { number: past }));
}

/** Reads notices. Simultaneous calls, such as aliases in one request, share one read. */
export const findNotices = batchedByAccount<string, Notice[]>(async (database, accountIds) => {
  const found = new Map<string, Promise<Notice[]>>();
  for (const id of accountIds) found.set(id, found.get(id) ?? noticesOf(database, id));
  return Promise.all(accountIds.map((id) => found.get(id) ?? []));
});

export const removeNotices = removeRows('notices', 'account_id', 500);

/** Notices that quote the address, such as one with the response of a platform. */
export const personalNotices = personalNoun<Notice>({
  name: 'notices',
  next: async (connection, person, after) => {
    const examined = await findRows(
      connection,
      notices,
      { accountId: person.accountId, number: MoreThan(Number(after ?? 0)) },
      { order: { number: 'ASC' }, take: rowsAtOnce },
    );
    const found = await filterInSteps(examined, ({ message }) => mentions(person, message));
    return foundAmong(examined, ({ number }) => number, found);
  },
  exported: (found) => found.map(({ type, message, createdAt }) => ({ type, message, createdAt })),
  erase: async (transaction, person, found) => {
    for (const { number, message } of found)
      await updateRows(transaction, notices, { number }, { message: without(person, message) });
  },
});
