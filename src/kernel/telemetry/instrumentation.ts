import {
  type Attributes,
  type Context,
  type Counter,
  context,
  createContextKey,
  type Histogram,
  type Meter,
  metrics,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { Allowance } from './allowance.ts';
import { FailureSeries } from './failure-series.ts';

interface Tracing {
  tracer: Tracer;
  failures: Allowance;
}

let tracing: Tracing | null = null;

/** How many unsampled failures to record per second, per process and per account. */
const maxFailures = 20;
const maxFailuresOfAccount = 3;

/** Call it after the SDK is registered. Until then, the functions here only run the work. */
export function startTracing(): void {
  tracing = {
    tracer: trace.getTracer('campaign-service'),
    failures: new Allowance(maxFailures, maxFailuresOfAccount),
  };
}

export function stopTracing(): void {
  tracing = null;
}

export function isTracing(): boolean {
  return tracing !== null;
}

/** Where a span belongs: to the trace of a caller, to one of this service, or to a failure that is not sampled. */
export type SpanOrigin = 'CALLER' | 'SERVICE' | 'FAILURE';

export const spanOrigin = createContextKey('origin of a span');

export interface ActivityOptions {
  kind: 'SERVER' | 'CLIENT' | 'INTERNAL';
  traceparent?: string | null | undefined;
  origin: 'CALLER' | 'SERVICE';
}

export interface Ending {
  name: string;
  accountId: string;
  attributes?: Attributes;
  failure: string | null;
  milliseconds: number;
}

/**
 * Begins or continues a trace. If it is not sampled, it is recorded only if it fails, at its end and without its steps.
 */
export class Activity {
  readonly #kind: SpanKind;
  readonly #parent: Context;
  readonly #span: Span;

  static begin({ kind, traceparent, origin }: ActivityOptions): Activity | null {
    if (!tracing) return null;
    const parent = traceparent ? propagation.extract(ROOT_CONTEXT, { traceparent }) : ROOT_CONTEXT;
    const span = tracing.tracer.startSpan('activity', { kind: SpanKind[kind] }, parent.setValue(spanOrigin, origin));
    return new Activity(SpanKind[kind], parent, span);
  }

  private constructor(kind: SpanKind, parent: Context, span: Span) {
    this.#kind = kind;
    this.#parent = parent;
    this.#span = span;
  }

  run<Result>(work: () => Result): Result {
    return this.isSampled ? context.with(trace.setSpan(ROOT_CONTEXT, this.#span), work) : work();
  }

  get isSampled(): boolean {
    return this.#span.isRecording();
  }

  end({ name, accountId, attributes = {}, failure, milliseconds }: Ending): string | null {
    const span = this.isSampled ? this.#span : this.#failed(name, accountId, failure, milliseconds);
    if (!span) return null;
    span.updateName(name).setAttributes({
      'campaigns.account': accountId,
      'campaigns.operation': name,
      ...attributes,
    });
    finish(span, failure);
    return span.spanContext().traceId;
  }

  #failed(name: string, accountId: string, failure: string | null, milliseconds: number): Span | null {
    if (failure === null || !tracing?.failures.take(accountId)) return null;
    const startTime = Date.now() - milliseconds;
    const parent = this.#parent.setValue(spanOrigin, 'FAILURE');
    return tracing.tracer.startSpan(name, { kind: this.#kind, startTime }, parent);
  }
}

/** Runs the work in a span. If no activity is recorded, only runs the work. */
export function withinSpan<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (!tracing || !trace.getActiveSpan()) return work();
  return tracing.tracer.startActiveSpan(name, async (span) => {
    try {
      const result = await work();
      finish(span, null);
      return result;
    } catch (error) {
      // Record only the class: messages may contain the input of callers.
      finish(span, error instanceof Error ? error.name : 'error');
      throw error;
    }
  });
}

function finish(span: Span, failure: string | null): void {
  if (failure !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
  span.end();
}

export function currentTraceparent(): string | null {
  if (!tracing) return null;
  const headers: { traceparent?: string } = {};
  propagation.inject(context.active(), headers);
  return headers.traceparent ?? null;
}

export function loggedTrace(): object | null {
  const span = trace.getActiveSpan();
  if (!span) return null;
  const { traceId, spanId } = span.spanContext();
  return { traceId, spanId };
}

/** The metrics. Their labels have few values, so that callers cannot create new series. */
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
