export interface Timeouts {
  connectionMilliseconds: number;
  lockSeconds: number;
  statementMilliseconds: number | null;
  silenceMilliseconds?: number;
}

/** Callers get a response within 15 seconds even while the server hangs. */
export const timeoutOfCallers: Timeouts = {
  connectionMilliseconds: 2000,
  lockSeconds: 1,
  statementMilliseconds: 10_000,
};

/** Long enough for another bulk transaction to end, and shorter than the statement limit. */
export const bulkLockSeconds = 8;

/** For workers: their statements may change many rows, and failed ones are tried again. */
export const timeoutOfWorkers: Timeouts = {
  connectionMilliseconds: 60_000,
  lockSeconds: 10,
  statementMilliseconds: null,
  silenceMilliseconds: 30_000,
};
