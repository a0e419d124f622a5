const conflicts = new Set([
  'CONFLICT',
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_LOCK_NOWAIT',
  'ER_CHECKREAD',
  'ER_TRANSACTION_ROLLBACK_DURING_COMMIT',
  'SQLITE_BUSY',
  'SQLITE_BUSY_RECOVERY',
  'SQLITE_BUSY_SNAPSHOT',
]);

const lockTimeouts = new Set(['ER_LOCK_WAIT_TIMEOUT', 'SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY']);

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

/** Errors of a server that is gone or read-only. Only a new connection can reach a working server. */
const departures = new Set([
  ...interruptions,
  'ECONNREFUSED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The server is a demoted primary, or has lost its group.
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
  'ER_SERVER_OFFLINE_MODE',
  // Group Replication: the member left its group, or cannot reach the majority.
  'ER_BEFORE_DML_VALIDATION_ERROR',
  'ER_RUN_HOOK_ERROR',
  // Galera: a node without a quorum, which refuses all statements or only commits.
  'ER_UNKNOWN_COM_ERROR',
  'ER_ERROR_DURING_COMMIT',
]);

/** MySQL Router cannot reach a server. mysql2 has no name for this error. */
const routerUnreachable = 2003;

/** Errors of a transaction that exceeds the log of the server or the memory of the group. */
const tooLarge = new Set(['ER_TRANS_CACHE_FULL', 'ER_WRITE_SET_EXCEEDS_LIMIT']);

/** Galera has no code for this error. 90 is EMSGSIZE. */
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

export class TransactionTooLarge extends Error {
  constructor(cause: unknown) {
    super('the transaction is too large for the database', { cause });
  }
}

/** The connection was lost during the commit, and nobody knows whether the commit took effect. */
export class OutcomeUnknown extends Error {
  readonly code = 'OUTCOME_UNKNOWN';

  constructor(cause: unknown) {
    super('the connection was lost during the commit, whose outcome is unknown', { cause });
  }
}

export function isConflict(error: unknown): boolean {
  return conflicts.has(errorCode(error));
}

export function isLockTimeout(error: unknown): boolean {
  return lockTimeouts.has(errorCode(error));
}

/**
 * Whether another transaction holds the lock. Excludes deadlocks, in which both transactions may have lost their locks.
 */
export function isHeldElsewhere(error: unknown): boolean {
  return isLockTimeout(error) || errorCode(error) === 'ER_LOCK_NOWAIT';
}

export function isSilence(error: unknown): boolean {
  return errorCode(error instanceof OutcomeUnknown ? error.cause : error) === 'ETIMEDOUT';
}

export function isInterruption(error: unknown): boolean {
  return interruptions.has(errorCode(error));
}

export function isUnavailable(error: unknown): boolean {
  return isConflict(error) || busy.has(errorCode(error)) || isDeparture(error) || isStatementTimeout(error);
}

/** Whether to close the connection. A load balancer may send only new connections to a working server. */
export function isDeparture(error: unknown): boolean {
  return (
    departures.has(errorCode(error)) || driverErrorOf(error).errno === routerUnreachable || isOnBrokenConnection(error)
  );
}

/** `unclear` means that a member of a group also gives this error when it leaves the group. */
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

/** Whether the statement did not run at all. mysql2 marks such an error as fatal, but sets no code. */
function isOnBrokenConnection(error: unknown): boolean {
  const { code, fatal } = driverErrorOf(error);
  return fatal === true && code === undefined;
}

/** A statement exceeded `max_statement_time` on MariaDB. mysql2 has no name for this error. */
const mariadbStatementTimeout = 1969;

function isStatementTimeout(error: unknown): boolean {
  return driverErrorOf(error).errno === mariadbStatementTimeout;
}
