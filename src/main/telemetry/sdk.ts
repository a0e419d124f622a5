import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, type MetricReader, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { failedAttribute } from '../../kernel/telemetry/tracing.ts';
import type { Env } from '../process/env.ts';
import { StartFailure } from '../process/process.ts';

/** The most series of `campaigns.failures`. Further ones count together, with the label `otel_metric_overflow`. */
const mostFailures = 1000;

/** Registers the SDK for what the environment asks for. Returns what ends it. */
export async function registerSdk(env: Env): Promise<() => Promise<void>> {
  const resource = resourceFromAttributes({ 'service.name': 'campaign-service' }).merge(
    detectResources({ detectors: [envDetector] }),
  );
  const ends: (() => Promise<void>)[] = [];
  if (env.tracesExporter === 'otlp') {
    const provider = new TracerProvider({
      resource,
      sampler: new WithFailures(samplerOf(env)),
      spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
    });
    trace.setGlobalTracerProvider(provider);
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    ends.push(() => provider.shutdown());
  }
  if (env.metricsExporters.length > 0) {
    const readers = await Promise.all(env.metricsExporters.map((exporter) => readerOf(exporter, env)));
    const views = [{ instrumentName: 'campaigns.failures', aggregationCardinalityLimit: mostFailures }];
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
    return new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter(), exportIntervalMillis });
  }
  const [host, port] = [env.OTEL_EXPORTER_PROMETHEUS_HOST, env.OTEL_EXPORTER_PROMETHEUS_PORT];
  const prometheus = new PrometheusExporter({ host, port, preventServerStart: true, withoutScopeInfo: true });
  await prometheus.startServer().catch((error: Error) => {
    throw new StartFailure(`Cannot listen on OTEL_EXPORTER_PROMETHEUS_PORT ${port} of ${host}: ${error.message}`);
  });
  return prometheus;
}

/** Samples what an other sampler samples, and what is recorded only because it failed. */
class WithFailures implements Sampler {
  readonly #other: Sampler;

  constructor(other: Sampler) {
    this.#other = other;
  }

  shouldSample(...given: Parameters<Sampler['shouldSample']>): ReturnType<Sampler['shouldSample']> {
    const attributes = given[4];
    return attributes[failedAttribute]
      ? { decision: SamplingDecision.RECORD_AND_SAMPLED }
      : this.#other.shouldSample(...given);
  }

  toString(): string {
    return `WithFailures{${this.#other}}`;
  }
}

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: Env): Sampler {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}
