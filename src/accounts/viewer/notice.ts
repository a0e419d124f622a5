import { ascending, instant, reference, type Stored, table, text } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { now, toInstant } from '../../kernel/values/instant.ts';

export const noticeTypes = ['WEBHOOK_ENDPOINT_DISABLED'] as const;

/** A message to the account about something that the service did automatically. */
export type Notice = Stored<typeof notices>;

export const notices = table({
  name: 'Notice',
  tableName: 'notices',
  columns: {
    number: ascending,
    accountId: text(20),
    type: text<(typeof noticeTypes)[number]>(40),
    /** The id of the object concerned. */
    subject: text(24),
    message: text(500),
    createdAt: instant,
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
  await transaction.manager.insert(notices, { ...notice, createdAt: now() });
}

/** Returns the notices of the last 90 days, newest first, at most 100. */
export async function noticesOf({ manager }: Connection, accountId: string): Promise<Notice[]> {
  const oldest = toInstant(new Date(Date.now() - shownDays * 24 * 3600 * 1000));
  const found = await manager.find(notices, { where: { accountId }, order: { number: 'DESC' }, take: shown });
  return found.filter(({ createdAt }) => createdAt >= oldest);
}
