import { LessThan, LessThanOrEqual, MoreThan } from 'typeorm';
import { column, type Stored, table } from '../../kernel/database/columns.ts';
import type { Connection, Database } from '../../kernel/database/database.ts';
import { deleteRows, findRows } from '../../kernel/database/rows.ts';
import type { Which } from '../../kernel/database/statement.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { filterInSteps } from '../../kernel/values/event-loop.ts';
import { daysAgo } from '../../kernel/values/instant.ts';
import { foundAmong, personalNoun, rowsAtOnce } from '../../personal-data/personal-noun.ts';
import { mentions } from '../../personal-data/sought-person.ts';
import { accountsKeeping } from '../account/account-retention.ts';

/** A stored request, which helps callers find the reason for a failure. */
export type LoggedRequest = Stored<typeof loggedRequests>;

export const loggedRequests = table({
  name: 'LoggedRequest',
  tableName: 'logged_requests',
  columns: {
    number: column.ascending,
    accountId: column.text(20),
    createdAt: column.instant,
    keyId: column.text(20),
    method: column.text(10),
    path: column.text(200),
    operation: column.textOrNull(100),
    status: column.integer,
    /** The code of the first problem: a name in GraphQL, a number in REST. */
    problem: column.textOrNull(40),
    milliseconds: column.integer,
    requestId: column.text(64),
    /** The body as JSON, without personal values. */
    body: column.longTextOrNull,
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

/** Requests that contain the address although values are masked. An erasure removes them. */
export const personalRequests = personalNoun<LoggedRequest>({
  name: 'requests',
  next: async (connection, person, after) => {
    const examined = await findRows(
      connection,
      loggedRequests,
      { accountId: person.accountId, number: MoreThan(Number(after ?? 0)) },
      { order: { number: 'ASC' }, take: rowsAtOnce },
    );
    const found = await filterInSteps(
      examined,
      ({ path, operation, body }) =>
        mentions(person, decoded(path)) || mentions(person, operation) || mentions(person, body),
    );
    return foundAmong(examined, ({ number }) => number, found);
  },
  exported: (requests) =>
    requests.map(({ createdAt, method, path, status, body }) => ({ createdAt, method, path, status, body })),
  erase: async (transaction, _person, requests) => {
    const numbers = requests.map(({ number }) => number);
    await deleteRows(transaction, loggedRequests, { number: numbers });
  },
});

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
