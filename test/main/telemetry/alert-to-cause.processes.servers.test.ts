import { expect, inject, onTestFinished, test } from 'vitest';
import { freePort } from '../../../scripts/databases/kept-server.ts';
import { startPrometheus } from '../../../scripts/monitoring/prometheus.ts';
import type { Database } from '../../../src/kernel/database/database.ts';
import { migrate } from '../../../src/kernel/database/migration.ts';
import { openEmpty } from '../../kernel/database/scratch.ts';
import { Client } from '../../support/client.ts';
import {
  type AnsweredPanel,
  answeredPanels,
  findTraces,
  hurried,
  readDashboard,
  readRules,
  withVariables,
} from '../../support/dashboard.ts';
import { makeAccount } from '../../support/make.ts';
import { startServer } from '../../support/processes.ts';
import { PrometheusQueries } from '../../support/prometheus-queries.ts';
import { type Series, seriesOf } from '../../support/prometheus-text.ts';
import { TraceCollector } from '../../support/trace-collector.ts';
import { follow } from '../../webhooks/webhook-client.ts';

const dashboard = readDashboard();

// The steps are those of docs/operating.md, "From an alert to its cause".
test('an alert leads to the customer, the operation, the trace, the log and the request log', async () => {
  const { database, url: databaseUrl } = await openEmpty();
  await migrate(database);
  const [port, collector] = [await freePort(), await TraceCollector.startForTest()];
  const { program, url } = await startServer(databaseUrl, {
    ...collector.environment,
    OTEL_METRICS_EXPORTER: 'prometheus',
    OTEL_EXPORTER_PROMETHEUS_PORT: String(port),
    OTEL_TRACES_SAMPLER_ARG: '1',
    LOG_LEVEL: 'info',
    ALLOW_INSECURE_WEBHOOKS: 'on',
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  });
  const prometheus = new PrometheusQueries(await observe(`127.0.0.1:${port}`));
  const [broken, careless] = await Promise.all([customer(database, url), customer(database, url)]);
  await withoutTable(database, 'loyalty_cards');
  await failingWebhooks(careless);
  keepCalling(broken, careless);

  // 1. The alerts name the operation, and the customer who is refused.
  const firing = async () => (await prometheus.alerts()).filter(({ state }) => state === 'firing');
  const labels = async (alertname: string) =>
    (await firing()).filter((alert) => alert.labels.alertname === alertname).map((alert) => alert.labels);
  await expect.poll(() => labels('OperationFails')).toMatchObject([{ operation: 'createLoyaltyCard' }]);
  await expect
    .poll(() => labels('CustomerFails'))
    .toContainEqual(
      expect.objectContaining({
        account: careless.owner.account.id,
        operation: 'claimCouponSession',
        problem: 'SESSION_NOT_FOUND',
      }),
    );
  const alert = (await firing()).find((one) => one.labels.alertname === 'OperationFails');
  const operation = /var-operation=(\w+)$/.exec(alert?.annotations.dashboard ?? '')?.[1];
  expect(operation).toBe('createLoyaltyCard');

  // 2. The table of failures names the customer and the problem.
  const query = hurried(withVariables(queryOf('Failures and refusals'), { operation }));
  const failures = async () => (await prometheus.now(query)).map((one) => one.labels);
  const account = broken.owner.account.id;
  await expect.poll(failures).toEqual([{ account, operation, problem: 'INTERNAL' }]);

  // 3. The traces of the customer have the id of the request.
  const found = () => findTraces(collector.spans, withVariables(queryOf('Traces that failed'), { account, operation }));
  await expect.poll(() => found().length).toBeGreaterThan(0);
  const [request] = found();
  const { traceId = '', attributes } = request ?? {};
  const trace = () => collector.spans.filter((span) => span.traceId === traceId);
  await expect.poll(() => trace().map(({ name }) => name)).toContain('POST createLoyaltyCard');
  expect(attributes).toMatchObject({ 'campaigns.account': account, 'campaigns.problem': 'INTERNAL' });
  expect(trace().map(({ name, failed }) => ({ name, failed }))).toContainEqual({ name: 'transaction', failed: true });

  // 4. The log has the reason under the id of the trace, and the id of the request.
  const log = () => program.output.split('\n').filter((line) => line.includes(traceId));
  await expect.poll(() => log().length).toBeGreaterThanOrEqual(2);
  // The log leaves out what servers quote.
  const complaint = inject('engine') === 'sqlite' ? 'no such table: loyalty_cards' : 't exist';
  const lines = log().map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({ msg: 'internal error', err: { message: expect.stringContaining(complaint) } });
  const requestId = attributes?.['campaigns.request_id'];
  expect(lines.at(-1)).toMatchObject({ requestId, account, operation, status: 200 });

  // 5. The customer finds the call in the request log.
  await expect
    .poll(() => loggedRequests(broken))
    .toContainEqual(expect.objectContaining({ requestId, problem: 'INTERNAL' }));

  await checkPanels(await answeredPanels(dashboard.panels, prometheus, collector.spans));
  await checkLabels(port);
});

/** Starts Prometheus with the rules of deploy/, in a hurry, and returns its address. */
async function observe(target: string): Promise<string> {
  const { url, stop } = await startPrometheus(
    {
      global: { scrape_interval: '500ms', evaluation_interval: '500ms' },
      rule_files: ['rules.yaml'],
      scrape_configs: [{ job_name: 'campaign-service', static_configs: [{ targets: [target] }] }],
    },
    hurried(readRules()),
  );
  onTestFinished(stop);
  return url;
}

async function customer(database: Database, url: string): Promise<Client> {
  return new Client(url, await makeAccount(database));
}

/** Renames a table, so that statements on it fail. */
async function withoutTable(database: Database, table: string): Promise<void> {
  await database.transaction(({ change }) => change(`ALTER TABLE ${table} RENAME TO away`));
}

async function failingWebhooks(client: Client): Promise<void> {
  const { receiver } = await follow(client);
  receiver.answers = [500];
}

/** Makes calls of both customers until the test ends. */
function keepCalling(broken: Client, careless: Client): void {
  let isOver = false;
  const calls = async () => {
    while (!isOver) {
      await broken.graphql('mutation { createLoyaltyCard(input: { name: "Coffee", type: MEMBERSHIP }) { id } }');
      await broken.graphql('{ coupons { nodes { id } } }');
      for (let times = 0; times < 4; times += 1)
        await careless.graphql(
          'mutation { claimCouponSession(input: { session: "999999999999999999999" }) { session } }',
        );
      const { data } = await careless.graphql('mutation { createCoupon(input: { name: "Bread" }) { id } }');
      await careless.graphql('mutation ($id: ID!) { deleteCoupon(input: { id: $id }) { id } }', {
        id: data.createCoupon.id,
      });
    }
  };
  const calling = calls();
  onTestFinished(async () => {
    isOver = true;
    await calling;
  });
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
async function loggedRequests(client: Client): Promise<any[]> {
  const { data } = await client.graphql('{ requestLog(first: 1000) { nodes { requestId operation problem status } } }');
  return data.requestLog.nodes;
}

function queryOf(title: string): string {
  const panel = dashboard.panels.find((one) => one.title.startsWith(title));
  const [target] = panel?.targets ?? [];
  return target?.expr ?? target?.query ?? '';
}

/** SQLite has no connections to a server. */
async function checkPanels(panels: readonly AnsweredPanel[]): Promise<void> {
  const empty = panels.filter(({ series, traces }) => series.length === 0 && !traces?.length);
  const onServersOnly = [
    'Connections to the database, by pool and state',
    '99 % of waits for a connection take less than',
  ];
  expect(empty.map(({ panel }) => panel.title)).toEqual(inject('engine') === 'sqlite' ? onServersOnly : []);
  expect(panels.flatMap(({ series }) => series).filter(({ legend }) => /^\s|\s\s|\s$/.test(legend))).toEqual([]);
}

/** Labels that Prometheus adds. */
const added = ['instance', 'job'];

/** Compares every metric and label that the dashboard and the rules name with what the service prints. */
async function checkLabels(port: number): Promise<void> {
  const printed = seriesOf(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
  const rules = [...readRules().matchAll(/expr: (?:>-\n((?: {10}.*\n)+)|(.*))/g)].map(
    ([, long, short]) => long ?? short ?? '',
  );
  const panels = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr = '' }) => expr));
  const uses = [...rules, ...panels].flatMap(usesOf);
  expect(uses.length).toBeGreaterThan(25);
  const missing = uses.filter(({ metric, labels }) => !printed.some((series) => hasAll(series, metric, labels)));
  const ofServers = /^campaigns_database_/;
  expect(missing.filter(({ metric }) => inject('engine') !== 'sqlite' || !ofServers.test(metric))).toEqual([]);
}

function usesOf(query: string): { metric: string; labels: string[] }[] {
  const grouped = [...query.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/));
  return [...query.matchAll(/\b((?:campaigns|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, metric = '', selector = '']) => ({
      metric,
      labels: [
        ...new Set([...grouped, ...[...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label)]),
      ].filter((label) => !added.includes(label)),
    }),
  );
}

function hasAll({ name, labels }: Series, metric: string, wanted: readonly string[]): boolean {
  return name === metric && wanted.every((label) => label in labels);
}
