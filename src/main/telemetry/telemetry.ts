import type { Logger } from 'pino';
import type { Database } from '../../kernel/database/database.ts';
import { startMeasuring, stopMeasuring } from '../../kernel/telemetry/measures.ts';
import type { Sampling } from '../../kernel/telemetry/sampling.ts';
import { startTracing, stopTracing } from '../../kernel/telemetry/tracing.ts';
import type { Env } from '../process/env.ts';

export interface Telemetry {
  /** Measures the database too, once it is open. */
  observe(database: Database, log: Logger): void;
  /** Sends what has not been sent, and ends telemetry. */
  stop(): Promise<void>;
}

const off: Telemetry = { observe: () => undefined, stop: async () => undefined };

/** Starts metrics and traces if the environment asks for them. Otherwise loads nothing. */
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
  if (env.tracesExporter === 'otlp') startTracing(samplingOf(env));
  if (env.metricsExporters.length === 0) return { ...off, stop };
  const meter = startMeasuring();
  measureProcess(meter);
  return { observe: (database, log) => measureDatabase(meter, database, log), stop };
}

/** If nobody has said how many traces are recorded, a busy process would spend more on them than they tell. */
export const defaultSampling = { ratio: 0.01, mostOwn: 20 };

function samplingOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: Env): Sampling {
  const followsParents = name.startsWith('parentbased_');
  if (name.endsWith('always_on')) return { ratio: 1, followsParents };
  if (name.endsWith('always_off')) return { ratio: 0, followsParents };
  return ratio === undefined ? { ...defaultSampling, followsParents } : { ratio, followsParents };
}
