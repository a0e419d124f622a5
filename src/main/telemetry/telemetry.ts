import type { Logger } from 'pino';
import type { Database } from '../../kernel/database/database.ts';
import { startMeasuring, startTracing, stopMeasuring, stopTracing } from '../../kernel/telemetry/instrumentation.ts';
import type { Env } from '../process/env.ts';

export interface Telemetry {
  /** Adds metrics of the database once the database is open. */
  observe(database: Database, log: Logger): void;
  stop(): Promise<void>;
}

const off: Telemetry = { observe: () => undefined, stop: async () => undefined };

/** Starts telemetry. Loads nothing unless the environment asks for it. */
export async function startTelemetry(env: Env): Promise<Telemetry> {
  if (env.tracesExporter === 'none' && env.metricsExporters.length === 0) return off;
  const [{ registerSdk }, { measureProcess, measureDatabase }] = await Promise.all([
    import('./sdk.ts'),
    import('./gauges.ts'),
  ]);
  const stopSdk = await registerSdk(env);
  const stop = async () => {
    await stopSdk();
    stopMeasuring();
    stopTracing();
  };
  if (env.tracesExporter === 'otlp') startTracing();
  if (env.metricsExporters.length === 0) return { ...off, stop };
  const meter = startMeasuring();
  measureProcess(meter);
  return { observe: (database, log) => measureDatabase(meter, database, log), stop };
}
