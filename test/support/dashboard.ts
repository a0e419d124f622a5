import { readFileSync } from 'node:fs';
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
