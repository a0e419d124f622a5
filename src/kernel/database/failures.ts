const conflicts = new Set([
  'CONFLICT',
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_LOCK_NOWAIT',
  'ER_CHECKREAD',
  // Group Replication: the commit conflicts with one of another member.
  'ER_TRANSACTION_ROLLBACK_DURING_COMMIT',
  'SQLITE_BUSY',
  'SQLITE_BUSY_RECOVERY',
  'SQLITE_BUSY_SNAPSHOT',
]);

const lockTimeouts = new Set(['ER_LOCK_WAIT_TIMEOUT', 'SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY']);

/** Failures that leave open whether the server executed the statement. */
const interruptions = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'PROTOCOL_CONNECTION_LOST',
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_CONNECTION_KILLED',
]);

/** The server has gone, is going, or may no longer be written: only a new connection can lead to one that serves. */
const departures = new Set([
  ...interruptions,
  'ECONNREFUSED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ENOTFOUND',
  'EAI_AGAIN',
  // Read-only: a primary that was demoted, or one that lost its group.
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
  'ER_SERVER_OFFLINE_MODE',
  // Group Replication: a member that left its group, or cannot reach most of it.
  'ER_BEFORE_DML_VALIDATION_ERROR',
  'ER_RUN_HOOK_ERROR',
  // Galera: a node without a quorum, which refuses all statements, or those that commit.
  'ER_UNKNOWN_COM_ERROR',
  'ER_ERROR_DURING_COMMIT',
]);

/** MySQL Router could not reach a server. mysql2 knows no name for the error of a client that Router passes on. */
const routerUnreachable = 2003;

/** More than the log of a server, or the memory of a group, takes of one transaction. */
const tooLarge = new Set(['ER_TRANS_CACHE_FULL', 'ER_WRITE_SET_EXCEEDS_LIMIT']);

/** Galera has no code of its own for it. 90 is the system's EMSGSIZE. */
const tooLargeForGalera = /writeset size exceeded|Got error 90\b/;

const busy = new Set([
  'ER_QUERY_INTERRUPTED',
  'ER_QUERY_TIMEOUT',
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'DATABASE_BUSY',
  'DATABASE_CLOSED',
  'OUTCOME_UNKNOWN',
  'SQLITE_CANTOPEN',
  'SQLITE_FULL',
]);

/** Thrown by a transaction that must run again because of changes that others committed in the meantime. */
export class Conflict extends Error {
  readonly code = 'CONFLICT';
}

export class DatabaseBusy extends Error {
  readonly code = 'DATABASE_BUSY';

  constructor() {
    super('the database is too busy');
  }
}

export class DatabaseClosed extends Error {
  readonly code = 'DATABASE_CLOSED';

  constructor() {
    super('the database is closed');
  }
}

/** Thrown for a transaction of which the server, or its cluster, has refused the size. It changed nothing. */
export class TransactionTooLarge extends Error {
  constructor(cause: unknown) {
    super('the transaction is too large for the database', { cause });
  }
}

/** Thrown when the connection was lost during the commit, and nothing shows whether the transaction took effect. */
export class OutcomeUnknown extends Error {
  readonly code = 'OUTCOME_UNKNOWN';

  constructor(cause: unknown) {
    super('the connection was lost during the commit, whose outcome is unknown', { cause });
  }
}

export function isConflict(error: unknown): boolean {
  return conflicts.has(errorCode(error));
}

/** Whether it waited for a lock as long as it may. Running it again would mean waiting once more. */
export function isLockTimeout(error: unknown): boolean {
  return lockTimeouts.has(errorCode(error));
}

/** Returns whether another transaction holds a row, as opposed to a deadlock, where both may hold nothing any more. */
export function isHeldElsewhere(error: unknown): boolean {
  return isLockTimeout(error) || errorCode(error) === 'ER_LOCK_NOWAIT';
}

/** Returns whether the database server did not respond for so long that the process gave up. */
export function isSilence(error: unknown): boolean {
  return errorCode(error instanceof OutcomeUnknown ? error.cause : error) === 'ETIMEDOUT';
}

/** Returns whether the server may have executed the statement without being able to say so. */
export function isInterruption(error: unknown): boolean {
  return interruptions.has(errorCode(error));
}

/** Returns whether the database was unreachable or stayed too busy, so that the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  return isConflict(error) || busy.has(errorCode(error)) || isDeparture(error) || isStatementTimeout(error);
}

/** Whether the connection must be closed: a balancer may move only new ones to a server that serves. */
export function isDeparture(error: unknown): boolean {
  return (
    departures.has(errorCode(error)) || driverErrorOf(error).errno === routerUnreachable || isOnBrokenConnection(error)
  );
}

/** `unclear` is an error that a member of a group also gives when it leaves the group. */
export function isTooLarge(error: unknown): boolean | 'unclear' {
  const code = errorCode(error);
  if (code === 'ER_RUN_HOOK_ERROR') return 'unclear';
  return tooLarge.has(code) || tooLargeForGalera.test(String(driverErrorOf(error).message));
}

interface Coded {
  code?: unknown;
  errno?: unknown;
  fatal?: unknown;
  message?: unknown;
}

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

/** MariaDB's number for a statement that exceeds `max_statement_time`. mysql2 does not know its name. */
const mariadbStatementTimeout = 1969;

function isStatementTimeout(error: unknown): boolean {
  return driverErrorOf(error).errno === mariadbStatementTimeout;
}
