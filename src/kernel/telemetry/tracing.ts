import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { Allowance } from './allowance.ts';

interface Tracing {
  tracer: Tracer;
  failures: Allowance;
}

let tracing: Tracing | null = null;

/** The failed activities of a second that are recorded although they are not sampled: in a process, and of one account. */
const mostFailures = 20;
const mostFailuresOfAccount = 3;

/** Begins to trace. Call it once the SDK is registered. Until then, all functions here only do the work. */
export function startTracing(): void {
  tracing = {
    tracer: trace.getTracer('campaign-service'),
    failures: new Allowance(mostFailures, mostFailuresOfAccount),
  };
}

export function stopTracing(): void {
  tracing = null;
}

export function isTracing(): boolean {
  return tracing !== null;
}

/** Why a span begins: in the trace of a caller, in one of this service, or for an unsampled failure. */
export type SpanOrigin = 'CALLER' | 'SERVICE' | 'FAILURE';

export const spanOrigin = createContextKey('origin of a span');

export interface ActivityOptions {
  kind: 'SERVER' | 'CLIENT' | 'INTERNAL';
  /** The trace that the activity continues, in the form of the header `traceparent`. */
  traceparent?: string | null | undefined;
  origin: 'CALLER' | 'SERVICE';
}

export interface Ending {
  name: string;
  /** For whom it was done. Empty if nobody is known. */
  accountId: string;
  attributes?: Attributes;
  failure: string | null;
  milliseconds: number;
}

/**
 * Something that begins or continues a trace: a request, a step of a job, an attempt of a delivery. If it is not
 * sampled, it is recorded at its end, without the steps within it, in case it failed.
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

  /** Runs work within the activity, so that spans and logs of the work belong to it. */
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

/** Runs work in a span of the current activity. Without one that is recorded, only runs the work. */
export function withinSpan<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (!tracing || !trace.getActiveSpan()) return work();
  return tracing.tracer.startActiveSpan(name, async (span) => {
    try {
      const result = await work();
      finish(span, null);
      return result;
    } catch (error) {
      // Only the class: messages may contain what callers sent.
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
