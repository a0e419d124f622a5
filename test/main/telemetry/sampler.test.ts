import { ROOT_CONTEXT, TraceFlags, trace } from '@opentelemetry/api';
import { RandomIdGenerator, SamplingDecision } from '@opentelemetry/sdk-trace';
import { expect, test, vi } from 'vitest';
import { type SpanOrigin, spanOrigin } from '../../../src/kernel/telemetry/instrumentation.ts';
import { LimitedSampler } from '../../../src/main/telemetry/sampler.ts';
import { stopClocks } from '../../support/clocks.ts';

const ids = new RandomIdGenerator();
const follows = { followsParents: true };

test('a caller gets at most ten traces a second by asking for them, and the service continues its own', () => {
  stopClocks('performance');
  const sampler = new LimitedSampler({ ratio: 0, ...follows });

  expect([recorded(sampler, 5000, 'CALLER'), recorded(sampler, 5000, 'CALLER')]).toEqual([10, 0]);
  vi.advanceTimersByTime(1000);
  expect(recorded(sampler, 5000, 'CALLER')).toBe(10);
  expect(recorded(sampler, 100, 'SERVICE')).toBe(100);
});

test('callers have no say if the sampler does not follow them', () => {
  expect(recorded(new LimitedSampler({ ratio: 0, followsParents: false }), 100, 'CALLER')).toBe(0);
  expect(recorded(new LimitedSampler({ ratio: 1, followsParents: false }), 100, 'CALLER')).toBe(100);
});

test('a caller whose trace is not recorded gets none', () => {
  const sampler = new LimitedSampler({ ratio: 1, ...follows });

  expect(recorded(sampler, 100, 'CALLER', { traceFlags: TraceFlags.NONE, isRemote: true })).toBe(0);
});

test('of activities without a trace, the share that was asked for is recorded, and no more in a second than allowed', () => {
  stopClocks('performance');
  const [tenth, all, none] = [0.1, 1, 0].map((ratio) => new LimitedSampler({ ratio, ...follows }));
  const limited = new LimitedSampler({ ratio: 1, maxOwn: 20, ...follows });

  expect(recorded(all, 100, 'CALLER', null)).toBe(100);
  expect(recorded(none, 100, 'CALLER', null)).toBe(0);
  // Five times the standard deviation, 95, to each side.
  expect(Math.abs(recorded(tenth, 100_000, 'CALLER', null) - 10_000)).toBeLessThan(5 * 95);
  expect([recorded(limited, 1000, 'CALLER', null), recorded(limited, 1000, 'CALLER', null)]).toEqual([20, 0]);
  vi.advanceTimersByTime(1000);
  expect(recorded(limited, 1000, 'CALLER', null)).toBe(20);
});

test('the parts of a trace are recorded with it, and what failed in any case', () => {
  const [all, none] = [1, 0].map((ratio) => new LimitedSampler({ ratio, ...follows }));

  expect(recorded(none, 100, 'CALLER', { traceFlags: TraceFlags.SAMPLED, isRemote: false })).toBe(100);
  expect(recorded(all, 100, 'CALLER', { traceFlags: TraceFlags.NONE, isRemote: false })).toBe(0);
  expect(recorded(none, 100, 'FAILURE', null)).toBe(100);
});

/** Returns how many spans of new traces are recorded, of those that continue a recorded trace of somebody else by default. */
function recorded(
  sampler: LimitedSampler | undefined,
  amount: number,
  origin: SpanOrigin,
  parent: { traceFlags: TraceFlags; isRemote: boolean } | null = { traceFlags: TraceFlags.SAMPLED, isRemote: true },
): number {
  const decisions = Array.from({ length: amount }, () => {
    const traceId = ids.generateTraceId();
    const context = ROOT_CONTEXT.setValue(spanOrigin, origin);
    const continued = parent && trace.setSpanContext(context, { ...parent, traceId, spanId: ids.generateSpanId() });
    return sampler?.shouldSample(continued ?? context, traceId).decision;
  });
  return decisions.filter((decision) => decision === SamplingDecision.RECORD_AND_SAMPLED).length;
}
