import { readFileSync } from 'node:fs';
import type { AnsweredSeries, PrometheusQueries } from './prometheus-queries.ts';
import type { CollectedSpan } from './trace-collector.ts';

export interface Panel {
  id: number;
  title: string;
  type: 'timeseries' | 'table';
  gridPos: { x: number; y: number; w: number; h: number };
  fieldConfig: { defaults: { unit: string } };
  targets: { expr?: string; query?: string; legendFormat?: string; instant?: boolean }[];
}

export interface Dashboard {
  title: string;
  panels: Panel[];
}

/** A panel and what it shows. */
export interface AnsweredPanel {
  panel: Panel;
  series: (AnsweredSeries & { legend: string })[];
  /** The traces of a panel that asks for traces. */
  traces?: CollectedSpan[];
}

const shownSeconds = 40;
const directory = new URL('../../deploy/monitoring/', import.meta.url);

export function readDashboard(): Dashboard {
  return JSON.parse(readFileSync(new URL('dashboard.json', directory), 'utf8'));
}

export function readRules(): string {
  return readFileSync(new URL('alerts.yaml', directory), 'utf8');
}

/** Shortens the times of rules and queries, so that a test does not wait for minutes. */
export function hurried(text: string): string {
  return text.replaceAll(/\[\d+m\]/g, '[10s]').replaceAll(/for: \d+m/g, 'for: 1s');
}

/** Returns a query with the chosen values of the dashboard's variables. Default: all. */
export function withVariables(query: string, chosen: { account?: string; operation?: string } = {}): string {
  return query.replaceAll(
    /\$\{?(account|operation)(?::regex)?\}?/g,
    (_, name: 'account' | 'operation') => chosen[name] ?? '.*',
  );
}

/** Finds the failed spans for which a TraceQL query of the dashboard asks. */
export function findTraces(spans: readonly CollectedSpan[], traceQl: string): CollectedSpan[] {
  const conditions = [...traceQl.matchAll(/span\.([\w.]+) =~ "([^"]*)"/g)];
  const rest = traceQl.replaceAll(/span\.[\w.]+ =~ "[^"]*"/g, '').replaceAll(/[{}&\s]/g, '');
  if (conditions.length === 0 || rest !== 'status=error') throw new Error(`cannot play ${traceQl}`);
  return spans.filter(
    ({ failed, attributes }) =>
      failed &&
      conditions.every(
        ([, name = '', pattern]) => name in attributes && new RegExp(`^(?:${pattern})$`).test(String(attributes[name])),
      ),
  );
}

/** Asks what Grafana would ask for each panel. */
export async function answeredPanels(
  panels: readonly Panel[],
  prometheus: PrometheusQueries,
  spans: readonly CollectedSpan[],
): Promise<AnsweredPanel[]> {
  return Promise.all(
    panels.map(async (panel) => {
      const traceQl = panel.targets[0]?.query;
      const answers = await Promise.all(panel.targets.map((target) => answersOf(prometheus, target)));
      return {
        panel,
        series: answers.flat(),
        ...(traceQl && { traces: findTraces(spans, withVariables(traceQl)).slice(-8) }),
      };
    }),
  );
}

async function answersOf(prometheus: PrometheusQueries, { expr, instant, legendFormat }: Panel['targets'][number]) {
  if (!expr) return [];
  const query = hurried(withVariables(expr));
  const series = await (instant ? prometheus.now(query) : prometheus.past(query, shownSeconds));
  return series.map((one) => ({
    ...one,
    legend: (legendFormat ?? '').replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => one.labels[label] ?? ''),
  }));
}
