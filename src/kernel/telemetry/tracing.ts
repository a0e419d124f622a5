import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
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

/**
 * The recorded span of the work in progress. A context manager of the SDK would look through a map of values for it,
 * several times in each request.
 */
const spans = new AsyncLocalStorage<Span>();

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

/** Begins no more activities and spans. Those that have begun still end. */
export function stopTracing(): void {
  tracing = null;
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
  /** How long it took. */
  milliseconds: number;
}

/**
 * Something that begins or continues a trace: a request, a step of a job, an attempt of a delivery. If it is not
 * sampled, it is recorded at its end, without the steps within it, in case it failed.
 */
export class Activity {
  /** Most activities are not sampled and continue no trace, so those of a kind share one. */
  static readonly #unsampled = {
    SERVER: new Activity(SpanKind.SERVER, null, null),
    CLIENT: new Activity(SpanKind.CLIENT, null, null),
    INTERNAL: new Activity(SpanKind.INTERNAL, null, null),
  };

  readonly #kind: SpanKind;
  readonly #parent: SpanContext | null;
  readonly #span: Span | null;

  /** Begins an activity. Returns null while nothing is traced. */
  static begin({ kind, traceparent, origin }: ActivityOptions): Activity | null {
    if (!tracing) return null;
    const parent = parentOf(traceparent);
    if (tracing.sampler.samples(parent, origin))
      return new Activity(SpanKind[kind], parent, startSpan(tracing, 'activity', { kind: SpanKind[kind], parent }));
    return parent ? new Activity(SpanKind[kind], parent, null) : Activity.#unsampled[kind];
  }

  private constructor(kind: SpanKind, parent: SpanContext | null, span: Span | null) {
    this.#kind = kind;
    this.#parent = parent;
    this.#span = span;
  }

  /** Runs work within the activity, so that spans and logs of the work belong to it. */
  run<Result>(work: () => Result): Result {
    return this.#span ? spans.run(this.#span, work) : work();
  }

  /** Whether the activity is recorded however it ends. */
  get isSampled(): boolean {
    return this.#span !== null;
  }

  /** Ends the activity. Returns the id of its trace, or null if it was not recorded. */
  end({ name, accountId, attributes = {}, failure, milliseconds }: Ending): string | null {
    const span = this.#span ?? this.#failed(name, accountId, failure, milliseconds);
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
    return startSpan(tracing, name, { kind: this.#kind, parent: this.#parent, startTime });
  }
}

interface SpanStart {
  kind?: SpanKind;
  parent: SpanContext | null;
  startTime?: number;
}

function startSpan({ tracer }: Tracing, name: string, { parent, ...options }: SpanStart): Span {
  return tracer.startSpan(name, options, parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT);
}

/** Runs work in a span of the current activity. Without one that is recorded, only runs the work. */
export function withinSpan<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const current = spans.getStore();
  if (!tracing || !current) return work();
  return recorded(startSpan(tracing, name, { parent: current.spanContext() }), work);
}

async function recorded<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await spans.run(span, work);
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
  const span = spans.getStore();
  if (!span) return null;
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-01`;
}

/** Returns what the lines of a log say about the current activity. Null if it is not recorded. */
export function loggedTrace(): object | null {
  const span = spans.getStore();
  if (!span) return null;
  const { traceId, spanId } = span.spanContext();
  return { traceId, spanId };
}
