import { type Counter, type Histogram, type Meter, metrics } from '@opentelemetry/api';
import { FailureSeries } from './failure-series.ts';

/** Labels have few values, which callers cannot create. */
interface Measures {
  requests: Histogram;
  failures: Counter;
  attempts: Histogram;
  steps: Histogram;
  waits: Histogram;
}

let current: Measures | null = null;
let series = new FailureSeries();

export function startMeasuring(): Meter {
  const meter = metrics.getMeter('campaign-service');
  series = new FailureSeries();
  current = {
    requests: durations(meter, 'campaigns.request.duration', 'Duration of requests.'),
    failures: meter.createCounter('campaigns.failures', {
      description: 'Requests and attempts that failed or were refused.',
    }),
    attempts: durations(
      meter,
      'campaigns.attempt.duration',
      'Duration of attempts to deliver what is queued, by queue.',
    ),
    steps: durations(meter, 'campaigns.job.step.duration', 'Duration of steps of jobs.'),
    waits: durations(meter, 'campaigns.database.wait.duration', 'Time until a connection to the database was free.'),
  };
  return meter;
}

const explicitBucketBoundaries = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

function durations(meter: Meter, name: string, description: string): Histogram {
  return meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries } });
}

export function stopMeasuring(): void {
  current = null;
}

export function measures(): Measures | null {
  return current;
}

export function countFailure(account: string, operation: string, problem: string): void {
  current?.failures.add(1, series.labelsOf(account, operation, problem));
}
