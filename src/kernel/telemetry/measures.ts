import { type Counter, type Meter, metrics } from '@opentelemetry/api';
import { Durations } from './durations.ts';
import { FailureSeries } from './failure-series.ts';

/** What a process measures. */
export interface Measures {
  /** Requests, by operation and outcome. */
  requests: Durations;
  /** What failed, by account, operation and problem. */
  failures: Counter;
  /** Attempts of deliveries, messages and wallet updates, by queue and outcome. */
  attempts: Durations;
  /** Steps of jobs, by kind and outcome. */
  steps: Durations;
  /** How long statements and transactions waited for a connection, by pool. */
  waits: Durations;
}

let current: Measures | null = null;
let series = new FailureSeries();

/** Begins to measure. Call it once a meter provider is registered. */
export function startMeasuring(): Meter {
  const meter = metrics.getMeter('campaign-service');
  series = new FailureSeries();
  current = {
    requests: new Durations('campaigns.request.duration', 'Duration of requests.', 'operation', 'outcome'),
    failures: meter.createCounter('campaigns.failures', {
      description: 'Requests and attempts that failed or were refused.',
    }),
    attempts: new Durations(
      'campaigns.attempt.duration',
      'Duration of attempts to deliver webhooks, messages and wallet updates.',
      'queue',
      'outcome',
    ),
    steps: new Durations('campaigns.job.step.duration', 'Duration of steps of jobs.', 'kind', 'outcome'),
    waits: new Durations(
      'campaigns.database.wait.duration',
      'Time until a connection to the database was free.',
      'pool',
    ),
  };
  return meter;
}

export function stopMeasuring(): void {
  current = null;
}

/** Returns the measures, or null while nothing is measured. */
export function measures(): Measures | null {
  return current;
}

/** Returns all histograms. Empty while nothing is measured. */
export function durations(): Durations[] {
  return Object.values(current ?? {}).filter((measure) => measure instanceof Durations);
}

/** Counts what failed or was refused. */
export function countFailure(account: string, operation: string, problem: string): void {
  current?.failures.add(1, series.labelsOf(account, operation, problem));
}
