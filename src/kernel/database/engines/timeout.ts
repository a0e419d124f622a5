export interface Timeouts {
  connectionMilliseconds: number;
  lockSeconds: number;
  statementMilliseconds: number | null;
  silenceMilliseconds?: number;
}

/** The limits for calls. A caller gets a response within 15 seconds, even while the server hangs. */
export const timeoutOfCallers: Timeouts = {
  connectionMilliseconds: 2000,
  lockSeconds: 1,
  statementMilliseconds: 10_000,
};

/**
 * How long a bulk transaction waits for locks: long enough for another one to end, and less than the limit of a
 * statement.
 */
export const bulkLockSeconds = 8;

/** The limits for workers. Their statements may change many rows, and failed ones are tried again. */
export const timeoutOfWorkers: Timeouts = {
  connectionMilliseconds: 60_000,
  lockSeconds: 10,
  statementMilliseconds: null,
  silenceMilliseconds: 30_000,
};
