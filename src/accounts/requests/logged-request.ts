import {
  ascending,
  columnsOf,
  instant,
  integer,
  longTextOrNull,
  type Stored,
  selectList,
  table,
  text,
  textOrNull,
} from '../../kernel/database/columns.ts';
import type { Connection, Database } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { daysAgo, type Instant } from '../../kernel/values/instant.ts';
import { accountsKeeping } from '../account/account-retention.ts';

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
    body: longTextOrNull,
  },
  indices: [
    { name: 'logged_requests_account', columns: ['accountId', 'number'] },
    { name: 'logged_requests_created', columns: ['createdAt'] },
  ],
});

export const requestColumns = selectList(columnsOf(loggedRequests, 'r'), ['createdAt']);

/** The digits of a number in an id. */
const radix = 36;

export const loggedRequestId = ({ number }: Pick<LoggedRequest, 'number'>): string =>
  `req_${number.toString(radix).padStart(16, '0')}`;

export function findRequests(
  connection: Connection,
  accountId: string,
  ids: readonly string[],
): Promise<LoggedRequest[]> {
  const numbers = ids.map((id) => Number.parseInt(id.slice('req_'.length), radix)).filter(Number.isSafeInteger);
  return connection.rows<LoggedRequest>(
    ...bind(
      `SELECT ${requestColumns} FROM logged_requests r WHERE r.number IN (:numbers) AND r.account_id = :accountId`,
      {
        numbers: [0, ...numbers],
        accountId,
      },
    ),
  );
}

const chunk = 500;

export async function pruneRequests(database: Database, keptDays: number): Promise<number> {
  const past = await database.rows<{ number: number; createdAt: Instant }>(
    `SELECT r.number AS number FROM logged_requests r WHERE r.created_at < ? ORDER BY r.created_at LIMIT ${chunk}`,
    [daysAgo(keptDays)],
  );
  if (past.length === 0) return 0;
  return removeNumbered(database, past);
}

export async function pruneRequestsOfAccounts(database: Database, installation: number): Promise<number> {
  for (const { id, days } of await accountsKeeping(database, 'requests', installation)) {
    const past = await database.rows<{ number: number }>(
      `SELECT r.number AS number FROM logged_requests r
       WHERE r.account_id = ? AND r.created_at < ? ORDER BY r.number LIMIT ${chunk}`,
      [id, daysAgo(days)],
    );
    if (past.length > 0) return removeNumbered(database, past);
  }
  return 0;
}

/** The most requests that are kept for an account. */
const mostRequests = 10_000;

export async function trimRequests(database: Database, accountId: string, most = mostRequests): Promise<number> {
  const [last] = await database.rows<{ number: number }>(
    `SELECT r.number AS number FROM logged_requests r WHERE r.account_id = ? ORDER BY r.number DESC LIMIT 1 OFFSET ${most}`,
    [accountId],
  );
  if (!last) return 0;
  const past = await database.rows<{ number: number }>(
    `SELECT r.number AS number FROM logged_requests r WHERE r.account_id = ? AND r.number <= ? ORDER BY r.number LIMIT ${chunk}`,
    [accountId, last.number],
  );
  return removeNumbered(database, past);
}

function removeNumbered(database: Database, requests: readonly { number: number }[]): Promise<number> {
  const numbers = requests.map(({ number }) => number);
  return database.transaction((transaction) =>
    transaction.change(...bind('DELETE FROM logged_requests WHERE number IN (:numbers)', { numbers })),
  );
}

export const removeRequests = removeRows('logged_requests', 'account_id', 500);
