import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';

/** Marks a span that is recorded because of a failure, although its trace is not sampled. */
export const failedAttribute = 'campaigns.failed';

let tracer: Tracer | null = null;

/** Begins to trace. Call it once a tracer provider is registered. Until then, all functions here only do the work. */
export function startTracing(): void {
  tracer = trace.getTracer('campaign-service');
}

/** Returns whether traces are recorded. */
export function isTracing(): boolean {
  return tracer !== null;
}

export interface ActivityOptions {
  kind: 'SERVER' | 'CLIENT' | 'INTERNAL';
  /** The trace that the activity continues, in the form of the header `traceparent`. */
  traceparent?: string | null | undefined;
}

/** How an activity ended. */
export interface Ending {
  name: string;
  attributes: Attributes;
  /** Why it failed. Null if it did not. */
  failure: string | null;
}

/** The failed activities of a second that are recorded although their traces are not sampled. */
const mostFailuresOfSecond = 10;
let failures = { second: 0, amount: 0 };

/**
 * Something that begins or continues a trace: a request, a step of a job, an attempt of a delivery. If its trace is not
 * sampled, it is recorded at its end, without the steps within it, in case it failed.
 */
export class Activity {
  readonly #tracer: Tracer;
  readonly #parent;
  readonly #kind: SpanKind;
  readonly #began = Date.now();
  readonly #span: Span;

  /** Begins an activity. Returns null while nothing is traced. */
  static begin({ kind, traceparent }: ActivityOptions): Activity | null {
    return tracer && new Activity(tracer, SpanKind[kind], traceparent);
  }

  private constructor(current: Tracer, kind: SpanKind, traceparent: string | null | undefined) {
    this.#tracer = current;
    this.#kind = kind;
    this.#parent = traceparent ? propagation.extract(ROOT_CONTEXT, { traceparent }) : ROOT_CONTEXT;
    this.#span = current.startSpan('activity', { kind }, this.#parent);
  }

  /** Runs work within the activity, so that spans and logs of the work belong to it. */
  run<Result>(work: () => Result): Result {
    return this.#span.isRecording() ? context.with(trace.setSpan(this.#parent, this.#span), work) : work();
  }

  /** Ends the activity. Returns the id of its trace, or null if it was not recorded. */
  end(ending: Ending): string | null {
    const span = this.#span.isRecording() ? this.#span : this.#spanOfFailure(ending);
    if (!span) return null;
    span.updateName(ending.name).setAttributes(ending.attributes);
    finish(span, ending.failure);
    return span.spanContext().traceId;
  }

  #spanOfFailure({ name, failure }: Ending): Span | null {
    if (failure === null) return null;
    const second = Math.floor(performance.now() / 1000);
    if (failures.second !== second) failures = { second, amount: 0 };
    failures.amount += 1;
    if (failures.amount > mostFailuresOfSecond) return null;
    return this.#tracer.startSpan(
      name,
      { kind: this.#kind, startTime: this.#began, attributes: { [failedAttribute]: true } },
      this.#parent,
    );
  }
}

/** Runs work in a span of the current activity. Without one that is recorded, it only runs the work. */
export function withinSpan<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (!tracer || !trace.getActiveSpan()?.isRecording()) return work();
  return recorded(tracer.startSpan(name), work);
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
  if (!tracer) return null;
  const span = trace.getActiveSpan();
  if (!span?.isRecording()) return null;
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-01`;
}

/** Returns what the lines of a log say about the current activity. */
export function loggedTrace(): object {
  const span = tracer && trace.getActiveSpan();
  if (!span?.isRecording()) return {};
  const { traceId, spanId } = span.spanContext();
  return { traceId, spanId };
}
