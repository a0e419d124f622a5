import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A span as a collector shows it. */
export interface CollectedSpan {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  failed: boolean;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, string | number | boolean>;
}

interface SentAttribute {
  key: string;
  value: Record<string, string | number | boolean>;
}

interface SentTraces {
  resourceSpans: {
    resource: { attributes: SentAttribute[] };
    scopeSpans: {
      spans: (Omit<CollectedSpan, 'attributes' | 'failed' | 'service'> & {
        attributes: SentAttribute[];
        status: { code: number };
      })[];
    }[];
  }[];
}

/** An OpenTelemetry collector that receives traces and metrics by OTLP over HTTP, as JSON. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  /** The names of the metrics that have arrived. */
  readonly metrics = new Set<string>();
  url = '';

  readonly #server = createServer();

  /** Starts a collector that stops when the test ends. */
  static async startForTest(): Promise<TraceCollector> {
    const collector = await TraceCollector.start();
    onTestFinished(() => collector.stop());
    return collector;
  }

  static async start(): Promise<TraceCollector> {
    const collector = new TraceCollector();
    const server = collector.#server.on('request', async (request, response) => {
      const body = await json(request);
      if (request.url === '/v1/traces') collector.#take(body as SentTraces);
      else for (const [, name = ''] of JSON.stringify(body).matchAll(/"name":"([\w.]+)"/g)) collector.metrics.add(name);
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return collector;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The environment of a process that sends everything here at once. */
  get environment(): NodeJS.ProcessEnv {
    return {
      OTEL_EXPORTER_OTLP_ENDPOINT: this.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
    };
  }

  named(name: string): CollectedSpan[] {
    return this.spans.filter((span) => span.name === name);
  }

  #take({ resourceSpans }: SentTraces): void {
    for (const { resource, scopeSpans } of resourceSpans)
      for (const { attributes, status, ...span } of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({
          ...span,
          service: String(valuesOf(resource.attributes)['service.name']),
          attributes: valuesOf(attributes),
          failed: status.code === 2,
        });
  }
}

function valuesOf(attributes: readonly SentAttribute[]): CollectedSpan['attributes'] {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? '']));
}
