import { isSpanContextValid, type SpanContext, TraceFlags } from '@opentelemetry/api';
import { Allowance } from './allowance.ts';

/** Which activities are recorded. */
export interface Sampling {
  /** The share of activities that are recorded, from 0 to 1. */
  ratio: number;
  /** The activities of a second that are recorded at most in a process, of those that continue no trace. Default: all. */
  mostOwn?: number;
  /** Whether an activity that continues a trace is recorded if, and only if, the trace is. */
  followsParents: boolean;
}

/** Whose trace an activity continues: that of a caller, or one that this service recorded. */
export type ParentOrigin = 'CALLER' | 'SERVICE';

/** The activities of a second that are recorded in a process because callers record theirs. */
const mostOfCallers = 10;

export class Sampler {
  readonly #sampling: Sampling;
  readonly #ofCallers = new Allowance(mostOfCallers);
  readonly #own: Allowance | null;
  /** How many activities without a trace begin until one is recorded. To draw this costs less than to draw for each. */
  #left: number;

  constructor(sampling: Sampling) {
    this.#sampling = sampling;
    this.#own = sampling.mostOwn === undefined ? null : new Allowance(sampling.mostOwn);
    this.#left = gapOf(sampling.ratio);
  }

  /** Returns whether an activity is recorded. Callers cannot make the service record all that they call. */
  samples(parent: SpanContext | null, origin: ParentOrigin): boolean {
    if (!parent) return this.#isNext();
    const { ratio, followsParents } = this.#sampling;
    if (!followsParents) return placeOf(parent) < ratio;
    if (!(parent.traceFlags & TraceFlags.SAMPLED)) return false;
    return origin === 'SERVICE' || this.#ofCallers.take() || placeOf(parent) < ratio;
  }

  #isNext(): boolean {
    this.#left -= 1;
    if (this.#left > 0) return false;
    this.#left = gapOf(this.#sampling.ratio);
    return this.#own?.take() ?? true;
  }
}

/** Draws how many activities it takes until one is recorded, as if each were drawn by itself with this ratio. */
function gapOf(ratio: number): number {
  if (ratio >= 1) return 1;
  return ratio > 0 ? Math.ceil(Math.log1p(-Math.random()) / Math.log1p(-ratio)) : Number.POSITIVE_INFINITY;
}

/** Returns the place of a trace between 0 and 1. It is the same in each service, so a trace is recorded whole. */
function placeOf({ traceId }: SpanContext): number {
  return Number.parseInt(traceId.slice(-13), 16) / 16 ** 13;
}

const form = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Reads the header `traceparent` of W3C Trace Context. Returns null if it is invalid. */
export function parentOf(traceparent: string | null | undefined): SpanContext | null {
  if (!traceparent) return null;
  const [, version, traceId = '', spanId = '', flags = '', more] = form.exec(traceparent) ?? [];
  if (!version || version === 'ff' || (version === '00' && more)) return null;
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(parent) ? parent : null;
}
