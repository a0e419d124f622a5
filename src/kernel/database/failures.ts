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

/** Thrown by a transaction that must run again because of changes that others committed in the meantime. */
export class Conflict extends Error {
  readonly code = 'CONFLICT';
}

/** Thrown for statements on a database that this process has closed. */
export class DatabaseClosed extends Error {
  readonly code = 'DATABASE_CLOSED';

  constructor() {
    super('the database is closed');
  }
}

/** Returns whether running the whole transaction again may succeed. */
export function isConflict(error: unknown): boolean {
  return conflicts.has(errorCode(error));
}

/** Returns whether the database was unreachable or stayed too busy, so that the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  return isConflict(error) || unreachable.has(errorCode(error)) || isOnBrokenConnection(error);
}

interface Coded {
  code?: unknown;
  fatal?: unknown;
}

/** Returns the driver's error, also when TypeORM has wrapped it. */
function driverErrorOf(error: unknown): Coded {
  const candidate = error as (Coded & { driverError?: Coded }) | null | undefined;
  return candidate?.driverError ?? candidate ?? {};
}

function errorCode(error: unknown): string {
  const { code } = driverErrorOf(error);
  return typeof code === 'string' ? code : '';
}

/** Returns whether the connection broke before the statement. mysql2 marks that error as fatal but sets no code. */
function isOnBrokenConnection(error: unknown): boolean {
  const { code, fatal } = driverErrorOf(error);
  return fatal === true && code === undefined;
}
