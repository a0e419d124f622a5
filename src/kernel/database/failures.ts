const conflicts = new Set([
  'CONFLICT',
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_LOCK_NOWAIT',
  'ER_CHECKREAD',
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
]);

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'PROTOCOL_CONNECTION_LOST',
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_QUERY_INTERRUPTED',
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_CONNECTION_KILLED',
  'ER_OPTION_PREVENTS_STATEMENT',
  'DATABASE_CLOSED',
  'SQLITE_CANTOPEN',
  'SQLITE_FULL',
]);

/** Thrown by a transaction that must be done again because of what others committed meanwhile. */
export class Conflict extends Error {
  readonly code = 'CONFLICT';
}

/** Thrown for what is asked of a database that this process has closed. */
export class DatabaseClosed extends Error {
  readonly code = 'DATABASE_CLOSED';

  constructor() {
    super('the database is closed');
  }
}

/** Whether doing the whole transaction again may succeed. */
export function isConflict(error: unknown): boolean {
  return conflicts.has(errorCode(error));
}

/** Whether the database could not be reached, or stayed too busy, so that the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  return isConflict(error) || unreachable.has(errorCode(error)) || isOnBrokenConnection(error);
}

interface Coded {
  code?: unknown;
  fatal?: unknown;
}

/** What the driver said, whether or not TypeORM put it into an error of its own. */
function driverErrorOf(error: unknown): Coded {
  const candidate = error as (Coded & { driverError?: Coded }) | null | undefined;
  return candidate?.driverError ?? candidate ?? {};
}

function errorCode(error: unknown): string {
  const { code } = driverErrorOf(error);
  return typeof code === 'string' ? code : '';
}

/** mysql2 gives a statement no code that meets a connection which broke before, but calls it fatal. */
function isOnBrokenConnection(error: unknown): boolean {
  const { code, fatal } = driverErrorOf(error);
  return fatal === true && code === undefined;
}
