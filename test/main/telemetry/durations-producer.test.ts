import { AggregationTemporality, type HistogramMetricData } from '@opentelemetry/sdk-metrics';
import { expect, test } from 'vitest';
import { bounds, Durations } from '../../../src/kernel/telemetry/durations.ts';
import { DurationsProducer } from '../../../src/main/telemetry/durations-producer.ts';

const { CUMULATIVE, DELTA } = AggregationTemporality;

test('a bucket has what took at most as long as its bound, and the last one the rest', async () => {
  const durations = new Durations('calls', 'Duration of calls.', 'operation', 'outcome');
  for (const seconds of [0, 0.001, 0.0011, 30, 31]) durations.record(seconds, 'claim', 'ok');
  durations.record(0.3, 'claim', 'refused');

  const [ok, refused] = await collect(new DurationsProducer(() => [durations], CUMULATIVE));

  const counts = Array(bounds.length + 1).fill(0);
  expect(ok).toEqual({
    attributes: { operation: 'claim', outcome: 'ok' },
    counts: [2, 1, ...counts.slice(2, -2), 1, 1],
    count: 5,
    sum: 61.0021,
  });
  expect(refused).toMatchObject({ attributes: { operation: 'claim', outcome: 'refused' }, count: 1, sum: 0.3 });
});

test('a reader gets all since the start, or only what is new, whatever other readers got', async () => {
  const durations = new Durations('waits', 'Time until a connection was free.', 'pool');
  const [all, fresh] = [CUMULATIVE, DELTA].map((temporality) => new DurationsProducer(() => [durations], temporality));
  const read = async () => [await collect(all as DurationsProducer), await collect(fresh as DurationsProducer)];
  durations.record(0.5, 'reading');
  const first = await read();
  durations.record(2, 'reading');
  durations.record(2, 'reading');

  const second = await read();

  expect(first).toMatchObject([[{ count: 1, sum: 0.5 }], [{ count: 1, sum: 0.5 }]]);
  expect(second).toMatchObject([[{ count: 3, sum: 4.5 }], [{ count: 2, sum: 4 }]]);
  expect(second[0]?.[0]?.attributes).toEqual({ pool: 'reading' });
});

async function collect(producer: DurationsProducer) {
  const { resourceMetrics } = await producer.collect();
  const [metric] = resourceMetrics.scopeMetrics.flatMap(({ metrics }) => metrics) as HistogramMetricData[];
  return (metric?.dataPoints ?? []).map(({ attributes, value: { buckets, count, sum } }) => ({
    attributes,
    counts: buckets.counts,
    count,
    sum,
  }));
}
