import { setTimeout as sleep } from 'node:timers/promises';
import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, type MetricReader, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Env } from '../process/env.ts';
import { StartFailure } from '../process/process.ts';
import { LimitedSampler, type Sampling } from './sampler.ts';

const farewellMilliseconds = 10_000;

/** Registers the SDK. Returns a function that shuts it down. */
export async function registerSdk(env: Env): Promise<() => Promise<void>> {
  const resource = resourceFromAttributes({ 'service.name': 'campaign-service' }).merge(
    detectResources({ detectors: [envDetector] }),
  );
  const providers = [
    ...(env.tracesExporter === 'otlp' ? [registerTraces(resource, env)] : []),
    ...(env.metricsExporters.length > 0 ? [await registerMetrics(resource, env)] : []),
  ];
  return async () => {
    const ended = Promise.allSettled(providers.map((provider) => provider.shutdown()));
    await Promise.race([ended, sleep(farewellMilliseconds, undefined, { ref: false })]);
  };
}

function registerTraces(resource: Resource, env: Env): TracerProvider {
  const provider = new TracerProvider({
    resource,
    sampler: new LimitedSampler(samplingOf(env)),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return provider;
}

/** The default sampling. In a busy process, more traces would cost more than they are worth. */
const defaultSampling = { ratio: 0.01, maxOwn: 20 };

function samplingOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: Env): Sampling {
  const followsParents = name.startsWith('parentbased_');
  if (name.endsWith('always_on')) return { ratio: 1, followsParents };
  if (name.endsWith('always_off')) return { ratio: 0, followsParents };
  return ratio === undefined ? { ...defaultSampling, followsParents } : { ratio, followsParents };
}

async function registerMetrics(resource: Resource, env: Env): Promise<MeterProvider> {
  const readers = await Promise.all(
    env.metricsExporters.map((exporter) => (exporter === 'otlp' ? sending(env) : serving(env))),
  );
  // The maximum number of series of a metric. `kernel/telemetry/failure-series.ts` also limits those of each account.
  const views = [{ instrumentName: 'campaigns.failures', aggregationCardinalityLimit: 5000 }];
  const provider = new MeterProvider({ resource, readers, views });
  metrics.setGlobalMeterProvider(provider);
  return provider;
}

function sending({ OTEL_METRIC_EXPORT_INTERVAL: exportIntervalMillis }: Env): MetricReader {
  return new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter(), exportIntervalMillis });
}

async function serving(env: Env): Promise<MetricReader> {
  const [host, port] = [env.OTEL_EXPORTER_PROMETHEUS_HOST, env.OTEL_EXPORTER_PROMETHEUS_PORT];
  const exporter = new PrometheusExporter({ host, port, withoutScopeInfo: true, preventServerStart: true });
  await exporter.startServer().catch((error: Error) => {
    throw new StartFailure(`Cannot listen on OTEL_EXPORTER_PROMETHEUS_PORT ${port} of ${host}: ${error.message}`);
  });
  return exporter;
}
