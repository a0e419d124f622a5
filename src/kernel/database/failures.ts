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
  'POOL_CLOSED',
  'SQLITE_CANTOPEN',
  'SQLITE_FULL',
]);

/** Thrown by a transaction that must be done again because of what others committed meanwhile. */
export class Conflict extends Error {
  readonly code = 'CONFLICT';
}

/** Whether doing the whole transaction again may succeed. */
export function isConflict(error: unknown): boolean {
  return conflicts.has(errorCode(error));
}

/** Whether the database could not be reached, or stayed too busy, so that the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  return isConflict(error) || unreachable.has(errorCode(error)) || isClosedConnection(error);
}

function errorCode(error: unknown): string {
  const candidate = error as { code?: unknown; driverError?: { code?: unknown } } | null;
  const code = candidate?.code ?? candidate?.driverError?.code;
  return typeof code === 'string' ? code : '';
}

/** mysql2 throws plain errors when a statement meets a connection or a pool that was just closed. */
function isClosedConnection(error: unknown): boolean {
  return (
    error instanceof Error &&
    /closed state|Pool is closed|Connection lost|database connection is not open/i.test(error.message)
  );
}
