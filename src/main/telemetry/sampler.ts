import { type Context, TraceFlags, trace } from '@opentelemetry/api';
import {
  type Sampler,
  SamplingDecision,
  type SamplingResult,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import { Allowance } from '../../kernel/telemetry/allowance.ts';
import { spanOrigin } from '../../kernel/telemetry/instrumentation.ts';

export interface Sampling {
  /** The share of traces that are recorded, from 0 to 1. */
  ratio: number;
  /** The maximum number of traces of this service, per second and process. Default: no limit. */
  maxOwn?: number;
  /** Whether to record the traces that callers record, within a limit. */
  followsParents: boolean;
}

/** The maximum number of traces of callers, per second and process. It is low, because callers record their own. */
const maxOfCallers = 10;

/** A sampler with limits. Without them, callers could make the service record all calls. */
export class LimitedSampler implements Sampler {
  readonly #followsParents: boolean;
  readonly #share: TraceIdRatioBasedSampler;
  readonly #ofCallers = new Allowance(maxOfCallers);
  readonly #own: Allowance;

  constructor({ ratio, maxOwn = Number.POSITIVE_INFINITY, followsParents }: Sampling) {
    this.#followsParents = followsParents;
    this.#share = new TraceIdRatioBasedSampler(ratio);
    this.#own = new Allowance(maxOwn);
  }

  shouldSample(context: Context, traceId: string): SamplingResult {
    const isSampled = this.#samples(context, traceId);
    return { decision: isSampled ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD };
  }

  #samples(context: Context, traceId: string): boolean {
    const isInShare = () => this.#share.shouldSample(context, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
    const origin = context.getValue(spanOrigin);
    if (origin === 'FAILURE') return true;
    const parent = trace.getSpanContext(context);
    if (!parent) return isInShare() && this.#own.take();
    const isParentSampled = (parent.traceFlags & TraceFlags.SAMPLED) !== 0;
    if (!parent.isRemote) return isParentSampled;
    if (!this.#followsParents) return isInShare();
    return isParentSampled && (origin === 'SERVICE' || this.#ofCallers.take() || isInShare());
  }

  toString(): string {
    return 'LimitedSampler';
  }
}
