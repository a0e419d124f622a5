import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { Allowance } from './allowance.ts';
import { type ParentOrigin, parentOf, Sampler, type Sampling } from './sampling.ts';

interface Tracing {
  tracer: Tracer;
  sampler: Sampler;
  failures: Allowance;
}

let tracing: Tracing | null = null;

/** The failed activities of a second that are recorded although they are not sampled: in a process, and of one account. */
const mostFailures = 20;
const mostFailuresOfAccount = 3;

/**
 * Begins to trace. Call it once a tracer provider that samples everything is registered. Until then, all functions here
 * only do the work.
 */
export function startTracing(sampling: Sampling): void {
  tracing = {
    tracer: trace.getTracer('campaign-service'),
    sampler: new Sampler(sampling),
    failures: new Allowance(mostFailures, mostFailuresOfAccount),
  };
}

/** Returns whether traces are recorded. */
export function isTracing(): boolean {
  return tracing !== null;
}

export interface ActivityOptions {
  kind: 'SERVER' | 'CLIENT' | 'INTERNAL';
  /** The trace that the activity continues, in the form of the header `traceparent`. */
  traceparent?: string | null | undefined;
  /** Whose trace that is. */
  origin: ParentOrigin;
}

/** How an activity ended. */
export interface Ending {
  name: string;
  /** For whom it was done. Empty if nobody is known. */
  accountId: string;
  attributes?: Attributes;
  /** Why it failed. Null if it did not. */
  failure: string | null;
}

/**
 * Something that begins or continues a trace: a request, a step of a job, an attempt of a delivery. If it is not
 * sampled, it is recorded at its end, without the steps within it, in case it failed.
 */
export class Activity {
  readonly #tracing: Tracing;
  readonly #parent: SpanContext | null;
  readonly #kind: SpanKind;
  readonly #began = Date.now();
  readonly #span: Span | null;

  /** Begins an activity. Returns null while nothing is traced. */
  static begin(options: ActivityOptions): Activity | null {
    return tracing && new Activity(tracing, options);
  }

  private constructor(current: Tracing, { kind, traceparent, origin }: ActivityOptions) {
    this.#tracing = current;
    this.#kind = SpanKind[kind];
    this.#parent = parentOf(traceparent);
    this.#span = current.sampler.samples(this.#parent, origin) ? this.#start('activity') : null;
  }

  /** Runs work within the activity, so that spans and logs of the work belong to it. */
  run<Result>(work: () => Result): Result {
    return this.#span ? context.with(trace.setSpan(ROOT_CONTEXT, this.#span), work) : work();
  }

  /** Ends the activity. Returns the id of its trace, or null if it was not recorded. */
  end({ name, accountId, attributes = {}, failure }: Ending): string | null {
    const span = this.#span ?? (this.#mayRecordFailure(accountId, failure) ? this.#start(name) : null);
    if (!span) return null;
    span.updateName(name).setAttributes({
      'campaigns.account': accountId,
      'campaigns.operation': name,
      ...attributes,
    });
    finish(span, failure);
    return span.spanContext().traceId;
  }

  #mayRecordFailure(accountId: string, failure: string | null): boolean {
    return failure !== null && this.#tracing.failures.take(accountId);
  }

  #start(name: string): Span {
    return this.#tracing.tracer.startSpan(name, { kind: this.#kind, startTime: this.#began }, this.#context);
  }

  get #context(): Context {
    return this.#parent ? trace.setSpanContext(ROOT_CONTEXT, this.#parent) : ROOT_CONTEXT;
  }
}

/** Runs work in a span of the current activity. Without one that is recorded, only runs the work. */
export function withinSpan<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (!tracing || !trace.getActiveSpan()) return work();
  return recorded(tracing.tracer.startSpan(name), work);
}

async function recorded<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await context.with(trace.setSpan(context.active(), span), work);
    finish(span, null);
    return result;
  } catch (error) {
    // Only the class: messages may contain what callers sent.
    finish(span, error instanceof Error ? error.name : 'error');
    throw error;
  }
}

function finish(span: Span, failure: string | null): void {
  if (failure !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
  span.end();
}

/** Returns the header `traceparent` that continues the current activity. Null if it is not recorded. */
export function currentTraceparent(): string | null {
  const span = tracing && trace.getActiveSpan();
  if (!span) return null;
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-01`;
}

/** Returns what the lines of a log say about the current activity. */
export function loggedTrace(): object {
  const span = tracing && trace.getActiveSpan();
  if (!span) return {};
  const { traceId, spanId } = span.spanContext();
  return { traceId, spanId };
}
