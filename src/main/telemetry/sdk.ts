import { metrics, trace } from '@opentelemetry/api';
import { OTLPMetricExporterBase } from '@opentelemetry/exporter-metrics-otlp-http';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import { JsonMetricsSerializer, JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  InstrumentType,
  MeterProvider,
  MetricReader,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { AlwaysOnSampler, BatchSpanProcessor, type ReadableSpan, TracerProvider } from '@opentelemetry/sdk-trace';
import { durations } from '../../kernel/telemetry/measures.ts';
import type { Env } from '../process/env.ts';
import { StartFailure } from '../process/process.ts';
import { DurationsProducer } from './durations-producer.ts';
import { ExporterThread } from './exporter-thread.ts';

/** Registers the SDK for what the environment asks for. Returns what ends it. */
export async function registerSdk(env: Env): Promise<() => Promise<void>> {
  const resource = resourceFromAttributes({ 'service.name': 'campaign-service' }).merge(
    detectResources({ detectors: [envDetector] }),
  );
  const thread = new ExporterThread();
  const ends: (() => Promise<void>)[] = [];
  if (env.tracesExporter === 'otlp') {
    const exporter = new OTLPExporterBase<ReadableSpan[]>(
      thread.delegate('traces', (spans) => JsonTraceSerializer.serializeRequest(spans)),
    );
    const provider = new TracerProvider({
      resource,
      // `kernel/telemetry/sampling.ts` decides before a span begins, which costs less.
      sampler: new AlwaysOnSampler(),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    trace.setGlobalTracerProvider(provider);
    ends.push(() => provider.shutdown());
  }
  if (env.metricsExporters.length > 0) {
    const readers = await Promise.all(
      env.metricsExporters.map((exporter) => (exporter === 'otlp' ? sending(thread, env) : serving(thread, env))),
    );
    // `kernel/telemetry/failure-series.ts` has a limit that holds for longer than between two collections.
    const views = [{ instrumentName: 'campaigns.failures', aggregationCardinalityLimit: 5000 }];
    const provider = new MeterProvider({ resource, readers, views });
    metrics.setGlobalMeterProvider(provider);
    ends.push(() => provider.shutdown());
  }
  return async () => {
    await Promise.allSettled(ends.map((end) => end()));
    await thread.stop();
  };
}

function sending(thread: ExporterThread, env: Env): MetricReader {
  const delegate = thread.delegate('metrics', JsonMetricsSerializer.serializeRequest);
  const exporter = new OTLPMetricExporterBase(delegate);
  const temporality = exporter.selectAggregationTemporality(InstrumentType.HISTOGRAM);
  return new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: env.OTEL_METRIC_EXPORT_INTERVAL,
    metricProducers: [new DurationsProducer(durations, temporality)],
  });
}

async function serving(thread: ExporterThread, env: Env): Promise<MetricReader> {
  const [host, port] = [env.OTEL_EXPORTER_PROMETHEUS_HOST, env.OTEL_EXPORTER_PROMETHEUS_PORT];
  const reader = new PulledReader({
    metricProducers: [new DurationsProducer(durations, AggregationTemporality.CUMULATIVE)],
  });
  // Without a prefix, timestamps, labels of the resource and of the scope; with `target_info`.
  const serializer = new PrometheusSerializer(undefined, false, undefined, false, true);
  const read = async () => serializer.serialize((await reader.collect()).resourceMetrics);
  await thread.serve(host, port, read).catch((error: Error) => {
    throw new StartFailure(`Cannot listen on OTEL_EXPORTER_PROMETHEUS_PORT ${port} of ${host}: ${error.message}`);
  });
  return reader;
}

/** Collects when somebody asks. */
class PulledReader extends MetricReader {
  async onForceFlush(): Promise<void> {}
  async onShutdown(): Promise<void> {}
}
