import { type DestinationStream, type Logger, pino } from 'pino';
import { isTracing, loggedTrace } from '../../kernel/telemetry/instrumentation.ts';

export type { Logger };

/**
 * Creates the log, which writes one line of JSON per entry. By default, it writes to standard output. Call it after
 * tracing has started.
 */
export function createLog(level: string, destination: DestinationStream = output()): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      ...(isTracing() && { mixin: () => none, mixinMergeStrategy: withTrace }),
    },
    destination,
  );
}

/** Writes lines together: a write for each would take a tenth of the time of a lookup. */
const output = () => pino.destination({ dest: 1, minLength: 4096, periodicFlush: 100 });

const none = {};

/** Pino would copy each line, even one without a trace. */
function withTrace(line: object): object {
  const traced = loggedTrace();
  return traced ? { ...traced, ...line } : line;
}

/** An error that contains the failed statement and its values. */
interface StatementError extends Error {
  code?: string;
  errno?: number;
  query?: string;
}

/** Describes an error without the caller's values, which servers quote in their messages. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name: type, message, stack = '', code, errno, query, cause } = error as StatementError;
  const shown = errno === undefined ? message : message.replace(/'.*'/s, `'…'`);
  const known = { type, message: shown, code, query, stack: stack.replace(message, () => shown) };
  return cause === undefined ? known : { ...known, cause: describeError(cause) };
}
