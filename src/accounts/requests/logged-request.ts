import { LessThan, LessThanOrEqual } from 'typeorm';
import {
  ascending,
  instant,
  integer,
  longTextOrNull,
  type Stored,
  table,
  text,
  textOrNull,
} from '../../kernel/database/columns.ts';
import type { Connection, Database } from '../../kernel/database/database.ts';
import { deleteRows, findRows } from '../../kernel/database/rows.ts';
import type { Which } from '../../kernel/database/statement.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { daysAgo } from '../../kernel/values/instant.ts';
import { accountsKeeping } from '../account/account-retention.ts';

/** A stored request, which helps callers find the reason for a failure. */
export type LoggedRequest = Stored<typeof loggedRequests>;

export const loggedRequests = table({
  name: 'LoggedRequest',
  tableName: 'logged_requests',
  columns: {
    number: ascending,
    accountId: text(20),
    createdAt: instant,
    keyId: text(20),
    method: text(10),
    path: text(200),
    operation: textOrNull(100),
    status: integer,
    /** The code of the first problem: a name in GraphQL, a number in REST. */
    problem: textOrNull(40),
    milliseconds: integer,
    requestId: text(64),
    /** The body as JSON, without personal values. */
    body: longTextOrNull,
  },
  indices: [
    { name: 'logged_requests_account', columns: ['accountId', 'number'] },
    { name: 'logged_requests_created', columns: ['createdAt'] },
  ],
});

/** The base of the numbers in ids. */
const radix = 36;

export const loggedRequestId = ({ number }: Pick<LoggedRequest, 'number'>): string =>
  `req_${number.toString(radix).padStart(16, '0')}`;

export function findRequests(
  connection: Connection,
  accountId: string,
  ids: readonly string[],
): Promise<LoggedRequest[]> {
  const numbers = ids.map((id) => Number.parseInt(id.slice('req_'.length), radix)).filter(Number.isSafeInteger);
  return findRows(connection, loggedRequests, { number: numbers, accountId });
}

const chunk = 500;

/** Removes a chunk of old requests, and returns its size. */
export function pruneRequests(database: Database, keptDays: number): Promise<number> {
  return removeOldest(database, { createdAt: LessThan(daysAgo(keptDays)) }, { createdAt: 'ASC' });
}

/** Removes requests of accounts that keep requests for a shorter time than the installation. */
export async function pruneRequestsOfAccounts(database: Database, installation: number): Promise<number> {
  for (const { id: accountId, days } of await accountsKeeping(database, 'requests', installation)) {
    const removed = await removeOldest(database, { accountId, createdAt: LessThan(daysAgo(days)) }, byNumber);
    if (removed > 0) return removed;
  }
  return 0;
}

const maxRequests = 10_000;

/** Removes a chunk of the requests beyond the limit, and returns its size. */
export async function trimRequests(database: Database, accountId: string, max = maxRequests): Promise<number> {
  const [last] = await database.rows<{ number: number }>(
    `SELECT r.number AS number FROM logged_requests r WHERE r.account_id = ? ORDER BY r.number DESC LIMIT 1 OFFSET ${max}`,
    [accountId],
  );
  return last ? removeOldest(database, { accountId, number: LessThanOrEqual(last.number) }, byNumber) : 0;
}

const byNumber = { number: 'ASC' } as const;

async function removeOldest(
  database: Database,
  which: Which<LoggedRequest>,
  order: typeof byNumber | { createdAt: 'ASC' },
): Promise<number> {
  const past = await findRows(database, loggedRequests, which, { select: ['number'], order, take: chunk });
  if (past.length === 0) return 0;
  const numbers = past.map(({ number }) => number);
  return database.transaction((transaction) => deleteRows(transaction, loggedRequests, { number: numbers }));
}

export const removeRequests = removeRows('logged_requests', 'account_id', 500);
