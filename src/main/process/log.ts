import { type Logger, pino } from 'pino';

export type { Logger };

/** One JSON line for each thing that is logged, on standard output. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } });
}

/** TypeORM and the drivers add to their errors what statement failed, and with which values. */
interface StatementError extends Error {
  code?: string;
  errno?: number;
  /** With placeholders for the values. */
  query?: string;
}

/** An error without what a caller gave, which servers also quote in their messages. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name: type, message, stack = '', code, errno, query, cause } = error as StatementError;
  const shown = errno === undefined ? message : message.replace(/'.*'/s, `'…'`);
  const known = { type, message: shown, code, query, stack: stack.replace(message, () => shown) };
  return cause === undefined ? known : { ...known, cause: describeError(cause) };
}
