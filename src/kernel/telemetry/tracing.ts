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

/** Recorded failures per second that are not sampled, per process and per account. */
const maxFailures = 20;
const maxFailuresOfAccount = 3;

/** Call it after the SDK is registered. Before, the functions here only run the work. */
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

/** In a caller's trace, in one of this service, or for an unsampled failure. */
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

/** Begins or continues a trace. An unsampled one is recorded at its end, without its steps, only if it failed. */
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

/** Without a recorded activity, only runs the work. */
export function withinSpan<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (!tracing || !trace.getActiveSpan()) return work();
  return tracing.tracer.startActiveSpan(name, async (span) => {
    try {
      const result = await work();
      finish(span, null);
      return result;
    } catch (error) {
      // Only the class: messages may contain input of callers.
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
