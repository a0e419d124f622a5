import { expect, inject, test } from 'vitest';
import { freePort } from '../../../scripts/databases/kept-server.ts';
import { openOwn } from '../../kernel/database/scratch.ts';
import { Client } from '../../support/client.ts';
import { makeAccount } from '../../support/make.ts';
import { Program, startAndFail, startServer } from '../../support/processes.ts';
import { seriesOf } from '../../support/prometheus-text.ts';

test('operations, failures by customer, queues, lags, connections and the process are measured', async () => {
  const { database, url: databaseUrl } = await openOwn();
  const [owner, port] = [await makeAccount(database), await freePort()];
  const { url } = await startServer(databaseUrl, prometheusOn(port));
  const client = new Client(url, owner);
  await client.graphql('query Any { one: coupons { nodes { id } } two: coupons { nodes { name } } }');
  await client.graphql('{ coupon(id: "cam_000000000000") { id } }');
  await client.rest('/v3/coupon/status', { coupon: 'x' });

  const { series, find } = await scrape(port);

  expect(find('campaigns_request_duration_count', { operation: 'coupons', outcome: 'ok' })).toBe(1);
  expect(find('campaigns_request_duration_count', { operation: 'coupon', outcome: 'refused' })).toBe(1);
  expect(find('campaigns_request_duration_bucket', { operation: 'coupons', outcome: 'ok', le: '30' })).toBe(1);
  const account = owner.account.id;
  expect(find('campaigns_failures_total', { account, operation: 'coupon', problem: 'COUPON_NOT_FOUND' })).toBe(1);
  for (const queue of ['deliveries', 'messages', 'notifications', 'jobs']) {
    expect(find('campaigns_queue_depth', { queue })).toBe(0);
    expect(find('campaigns_queue_age', { queue })).toBe(0);
  }
  for (const cursor of ['order', 'deliveries', 'statistics', 'wallets'])
    expect(find('campaigns_event_lag', { cursor }), cursor).toBeGreaterThanOrEqual(0);
  expect(find('process_memory_usage', { kind: 'resident' })).toBeGreaterThan(1e7);
  expect(find('process_cpu_time_total', {})).toBeGreaterThan(0);
  // It is 0 while nothing is late.
  expect(find('nodejs_eventloop_delay', { quantile: '0.99' })).toBeGreaterThanOrEqual(0);
  const pools = new Set(
    series.filter(({ name }) => name === 'campaigns_database_connections').map((one) => one.labels.pool),
  );
  expect([...pools]).toEqual(inject('engine') === 'sqlite' ? [] : ['reading', 'lookups', 'writing', 'background']);
});

test('however many customers and problems there are, failures have at most 3,001 series', async () => {
  const port = await freePort();
  const program = new Program(new URL('many-failures.ts', import.meta.url).pathname, ['5000'], prometheusOn(port));
  await program.says(/(counted)/);

  const { series } = await scrape(port);

  const failures = series.filter(({ name }) => name === 'campaigns_failures_total');
  expect(failures).toHaveLength(3001);
  expect(failures.reduce((sum, { value }) => sum + value, 0)).toBe(5000);
});

test('a port that is taken and wrong variables end the start with a line that says why', async () => {
  const port = await freePort();
  await new Program(new URL('many-failures.ts', import.meta.url).pathname, ['1'], prometheusOn(port)).says(/(counted)/);

  const taken = await startAndFail({ ...prometheusOn(port), DATABASE_URL: 'sqlite::memory:' });
  const protocol = await startAndFail({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });

  expect(taken).toEqual({ code: 1, line: expect.stringContaining(`OTEL_EXPORTER_PROMETHEUS_PORT ${port}`) });
  expect(protocol).toEqual({ code: 1, line: 'OTEL_EXPORTER_OTLP_PROTOCOL must be http/json' });
});

function prometheusOn(port: number): NodeJS.ProcessEnv {
  return { OTEL_METRICS_EXPORTER: 'prometheus', OTEL_EXPORTER_PROMETHEUS_PORT: String(port) };
}

async function scrape(port: number) {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.status).toBe(200);
  const series = seriesOf(await response.text());
  const find = (name: string, labels: Record<string, string>) =>
    series.find(
      (one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
    )?.value;
  return { series, find };
}
