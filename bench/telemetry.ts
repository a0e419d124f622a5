import { freePort } from '../scripts/databases/kept-server.ts';
import { compare, type Figures, type Pair } from './compare.ts';
import { fill } from './data.ts';
import type { BenchServer } from './database.ts';
import { listenLocally } from './local-server.ts';
import type { Options } from './options.ts';
import { scenariosOf } from './scenarios.ts';
import { startService } from './servers.ts';
import { tableOf } from './table.ts';

const scrapeMilliseconds = 15_000;

/**
 * Compares a service whose metrics Prometheus reads and whose traces go to a collector (in place of the service) with one
 * without telemetry (in place of the baseline). Processes of the same program differ by a few percent.
 */
export async function measureTelemetry(databases: BenchServer, { rows, seconds }: Options): Promise<string> {
  const url = await databases.create();
  const data = await fill(url, rows);
  await using collector = await startCollector();
  const servers = {
    service: await startService(url, { env: collector.environment }),
    baseline: await startService(url),
  };
  const scrapes = setInterval(collector.scrape, scrapeMilliseconds);
  try {
    const measured: (Pair<Figures> & { title: string })[] = [];
    for (const scenario of scenariosOf(data).filter(({ name }) => ['lookup', 'claim'].includes(name)))
      measured.push({ title: scenario.title, ...(await compare(scenario, servers, data, seconds)) });
    await collector.scrape();
    return tableOf(measured, {
      'metrics and traces': ({ title }) => title,
      'CPU µs without': ({ baseline }) => baseline.cpu.toFixed(0),
      'CPU µs with': ({ service }) => service.cpu.toFixed(0),
      'overhead %': ({ service, baseline }) => ((service.cpu / baseline.cpu - 1) * 100).toFixed(1),
      'aim %': () => '10',
    });
  } finally {
    clearInterval(scrapes);
    await Promise.all([servers.service.stop(), servers.baseline.stop()]);
  }
}

/** Receives traces as a collector does, and reads metrics as Prometheus does. */
async function startCollector() {
  const { url, close } = await listenLocally((request, response) => {
    request.resume().on('end', () => response.setHeader('Content-Type', 'application/json').end('{}'));
  });
  const port = await freePort();
  return {
    environment: {
      OTEL_METRICS_EXPORTER: 'prometheus',
      OTEL_EXPORTER_PROMETHEUS_PORT: String(port),
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
    },
    scrape: async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      if (!metrics.includes('campaigns_request_duration_count')) throw new Error('nothing was measured');
    },
    [Symbol.asyncDispose]: async () => close(),
  };
}
