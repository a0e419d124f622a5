/** How long a process waits for its database server before it reports that the service is unavailable. */
export interface Patience {
  connectionMilliseconds: number;
  lockSeconds: number;
  /** For the result of one statement. Null: as long as the server executes it. */
  statementMilliseconds: number | null;
  /** Without a limit for statements: for a sign of the server, before asking it whether it still executes the statement. */
  silenceMilliseconds?: number;
}

/** For callers, who get a response within 15 seconds even while the server hangs. */
export const patienceOfCallers: Patience = {
  connectionMilliseconds: 2000,
  lockSeconds: 1,
  statementMilliseconds: 10_000,
};

/** For bulk transactions: long enough for another one to end, and shorter than the limit of a statement. */
export const bulkLockSeconds = 8;

/** For workers, migrations and commands: their statements may change many rows, and they try again by themselves. */
export const patienceOfWorkers: Patience = {
  connectionMilliseconds: 60_000,
  lockSeconds: 10,
  statementMilliseconds: null,
  silenceMilliseconds: 30_000,
};
