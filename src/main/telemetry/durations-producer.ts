import { type HrTime, ValueType } from '@opentelemetry/api';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type HistogramMetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import { bounds, type Durations, type Series } from '../../kernel/telemetry/durations.ts';

type Counted = Pick<Series, 'counts' | 'sum'>;

/** Hands the histograms of durations to a reader: all since the start, or those since the last collection. */
export class DurationsProducer implements MetricProducer {
  readonly #durations: () => Durations[];
  readonly #temporality: AggregationTemporality;
  readonly #former = new Map<Series, Counted>();
  #since = currentTime();

  constructor(durations: () => Durations[], temporality: AggregationTemporality) {
    this.#durations = durations;
    this.#temporality = temporality;
  }

  async collect(): Promise<CollectionResult> {
    const [startTime, endTime] = [this.#since, currentTime()];
    const metrics = this.#durations().map((histogram) => this.#dataOf(histogram, { startTime, endTime }));
    if (this.#isDelta) this.#since = endTime;
    const scopeMetrics = [{ scope: { name: 'campaign-service' }, metrics }];
    return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
  }

  #dataOf(
    { name, description, labels, series }: Durations,
    times: Pick<HistogramMetricData['dataPoints'][number], 'startTime' | 'endTime'>,
  ): HistogramMetricData {
    return {
      descriptor: { name, description, unit: 's', valueType: ValueType.DOUBLE },
      aggregationTemporality: this.#temporality,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: series.map((one) => {
        const { counts, sum } = this.#isDelta ? this.#newOf(one) : one;
        const count = counts.reduce((total, amount) => total + amount, 0);
        const buckets = { boundaries: [...bounds], counts: [...counts] };
        const attributes = Object.fromEntries(labels.map((label, index) => [label, one.labels[index]]));
        return { ...times, attributes, value: { buckets, sum, count } };
      }),
    };
  }

  #newOf(series: Series): Counted {
    const former = this.#former.get(series);
    const { sum } = series;
    const counts = [...series.counts];
    this.#former.set(series, { counts, sum });
    return {
      counts: counts.map((amount, bucket) => amount - (former?.counts[bucket] ?? 0)),
      sum: sum - (former?.sum ?? 0),
    };
  }

  get #isDelta(): boolean {
    return this.#temporality === AggregationTemporality.DELTA;
  }
}

function currentTime(): HrTime {
  const milliseconds = Date.now();
  return [Math.floor(milliseconds / 1000), (milliseconds % 1000) * 1e6];
}
