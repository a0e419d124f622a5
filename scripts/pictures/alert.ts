import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import type { Browser } from 'playwright-core';
import { answeredPanels, hurried, readDashboard, readRules } from '../../test/support/dashboard.ts';
import { PrometheusQueries } from '../../test/support/prometheus-queries.ts';
import { TraceCollector } from '../../test/support/trace-collector.ts';
import { freePort } from '../databases/kept-server.ts';
import { startPrometheus } from '../monitoring/prometheus.ts';
import { drawDashboard, drawTrace } from './drawn-dashboard.ts';
import { keepPicture } from './picture.ts';
import { type Key, type Service, startService, until } from './service.ts';

/** How much the panels show. */
const recordedSeconds = 30;
const maxBytes = 120_000;

/** Requests, failures, the table of failures, attempts, memory and traces. */
const shown = [1, 2, 3, 4, 5, 8, 15];

/** The pictures of docs/operating.md, "From an alert to its cause": a service without the table `loyalty_cards`. */
export async function takeAlertPictures(browser: Browser): Promise<void> {
  const [port, collector] = [await freePort(), await TraceCollector.start()];
  const service = await startService({
    ...collector.environment,
    DEMO: 'off',
    OTEL_METRICS_EXPORTER: 'prometheus',
    OTEL_EXPORTER_PROMETHEUS_PORT: String(port),
    OTEL_TRACES_SAMPLER_ARG: '1',
    ALLOW_INSECURE_WEBHOOKS: 'on',
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  });
  const prometheus = await startPrometheus(
    {
      global: { scrape_interval: '500ms', evaluation_interval: '500ms' },
      rule_files: ['rules.yaml'],
      scrape_configs: [{ job_name: 'campaign-service', static_configs: [{ targets: [`127.0.0.1:${port}`] }] }],
    },
    hurried(readRules()),
  );
  const over = new AbortController();
  try {
    const keys = [await service.makeAccount('Broken'), await service.makeAccount('Careless')] as const;
    new Sqlite(service.databaseFile).exec('ALTER TABLE loyalty_cards RENAME TO away').close();
    const endpoint = `{ url: "http://127.0.0.1:${await freePort()}" }`;
    await service.ask(keys[1], `mutation { createWebhookEndpoint(input: ${endpoint}) { secret } }`);
    const calling = keepCalling(service, keys, over.signal);
    const queries = new PrometheusQueries(prometheus.url);
    await until(async () => {
      const names = (await queries.alerts())
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => labels.alertname);
      return names.includes('OperationFails') && names.includes('CustomerFails');
    });
    const traceId = await until(
      () => collector.spans.find(({ name, failed }) => failed && name === 'POST createLoyaltyCard')?.traceId,
    );
    const log = await until(() => {
      const lines = service
        .output()
        .split('\n')
        .filter((line) => line.includes(traceId));
      return lines.length > 1 && lines;
    });
    await sleep(recordedSeconds * 1000);

    const { title, panels } = readDashboard();
    const answered = await answeredPanels(panels, queries, collector.spans);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light', locale: 'en' });
    await page.goto(`${prometheus.url}/classic/alerts`, { waitUntil: 'domcontentloaded' });
    await page.addStyleTag({ content: '.alert_details { display: table-row !important }' });
    await keepPicture(page, 'alert', { maxBytes });
    await page.setContent(
      drawDashboard(
        title,
        answered.filter(({ panel }) => shown.includes(panel.id)),
      ),
    );
    await keepPicture(page, 'failures', { maxBytes, fullPage: true });
    await page.setContent(
      drawTrace(
        collector.spans.filter((span) => span.traceId === traceId),
        log,
      ),
    );
    await keepPicture(page, 'trace', { maxBytes, fullPage: true });
    await page.close();
    over.abort();
    await calling;
  } finally {
    over.abort();
    await prometheus.stop();
    await service.stop();
    collector.stop();
  }
}

/**
 * One customer makes loyalty cards, for which the table is missing. The other one claims sessions that do not exist, and has
 * an endpoint that nobody listens to.
 */
async function keepCalling(
  { ask }: Service,
  [broken, careless]: readonly [Key, Key],
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    await ask(broken, 'mutation { createLoyaltyCard(input: { name: "Coffee", type: MEMBERSHIP }) { id } }');
    await ask(broken, '{ coupons { nodes { id } } }');
    for (let times = 0; times < 4; times += 1)
      await ask(careless, 'mutation { claimCouponSession(input: { session: "999999999999999999999" }) { session } }');
    await ask(careless, 'mutation { createCoupon(input: { name: "Bread" }) { id } }');
  }
}
