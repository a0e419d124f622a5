import { type Logger, pino } from 'pino';

export type { Logger };

/** One JSON line for each thing that is logged, on standard output. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
