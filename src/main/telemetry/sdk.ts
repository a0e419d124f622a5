import { metrics, trace } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  InstrumentType,
  MeterProvider,
  type MetricReader,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { durations } from '../../kernel/telemetry/measures.ts';
import type { Env } from '../process/env.ts';
import { StartFailure } from '../process/process.ts';
import { DurationsProducer } from './durations-producer.ts';

/** Registers the SDK for what the environment asks for. Returns what ends it. */
export async function registerSdk(env: Env): Promise<() => Promise<void>> {
  const resource = resourceFromAttributes({ 'service.name': 'campaign-service' }).merge(
    detectResources({ detectors: [envDetector] }),
  );
  const ends: (() => Promise<void>)[] = [];
  if (env.tracesExporter === 'otlp') {
    const provider = new TracerProvider({
      resource,
      // `kernel/telemetry/sampling.ts` decides before a span begins, which costs less.
      sampler: new AlwaysOnSampler(),
      spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
    });
    trace.setGlobalTracerProvider(provider);
    ends.push(() => provider.shutdown());
  }
  if (env.metricsExporters.length > 0) {
    const readers = await Promise.all(env.metricsExporters.map((exporter) => readerOf(exporter, env)));
    // `kernel/telemetry/failure-series.ts` has a limit that holds for longer than between two collections.
    const views = [{ instrumentName: 'campaigns.failures', aggregationCardinalityLimit: 5000 }];
    const provider = new MeterProvider({ resource, readers, views });
    metrics.setGlobalMeterProvider(provider);
    ends.push(() => provider.shutdown());
  }
  return async () => {
    await Promise.allSettled(ends.map((end) => end()));
  };
}

async function readerOf(exporter: 'otlp' | 'prometheus', env: Env): Promise<MetricReader> {
  if (exporter === 'otlp') {
    const exportIntervalMillis = env.OTEL_METRIC_EXPORT_INTERVAL;
    const metricExporter = new OTLPMetricExporter();
    const temporality = metricExporter.selectAggregationTemporality(InstrumentType.HISTOGRAM);
    const metricProducers = [new DurationsProducer(durations, temporality)];
    return new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis, metricProducers });
  }
  const [host, port] = [env.OTEL_EXPORTER_PROMETHEUS_HOST, env.OTEL_EXPORTER_PROMETHEUS_PORT];
  const prometheus = new PrometheusExporter({
    host,
    port,
    preventServerStart: true,
    withoutScopeInfo: true,
    metricProducers: [new DurationsProducer(durations, AggregationTemporality.CUMULATIVE)],
  });
  await prometheus.startServer().catch((error: Error) => {
    throw new StartFailure(`Cannot listen on OTEL_EXPORTER_PROMETHEUS_PORT ${port} of ${host}: ${error.message}`);
  });
  return prometheus;
}
