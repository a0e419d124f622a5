/** An alert as Prometheus tells it. */
export interface Alert {
  state: 'pending' | 'firing';
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

/** A series of an answer: its labels, and its values by time in seconds. */
export interface AnsweredSeries {
  labels: Record<string, string>;
  values: [seconds: number, value: number][];
}

interface Answered {
  metric: Record<string, string>;
  value?: [number, string];
  values?: [number, string][];
}

/** Asks Prometheus as Grafana does. */
export class PrometheusQueries {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  async alerts(): Promise<Alert[]> {
    return ((await this.#ask('alerts', {})) as { alerts: Alert[] }).alerts;
  }

  /** Returns the latest values. */
  async now(query: string): Promise<AnsweredSeries[]> {
    return this.#series('query', { query });
  }

  /** Returns the values of the last seconds. */
  async past(query: string, seconds: number): Promise<AnsweredSeries[]> {
    const end = Date.now() / 1000;
    return this.#series('query_range', { query, start: String(end - seconds), end: String(end), step: '1' });
  }

  async #series(path: string, parameters: Record<string, string>): Promise<AnsweredSeries[]> {
    const { result } = (await this.#ask(path, parameters)) as { result: Answered[] };
    return result.map(({ metric, value, values = value ? [value] : [] }) => ({
      labels: metric,
      values: values.map(([seconds, text]) => [seconds, Number(text)]),
    }));
  }

  async #ask(path: string, parameters: Record<string, string>): Promise<unknown> {
    const response = await fetch(`${this.url}/api/v1/${path}?${new URLSearchParams(parameters)}`);
    const { status, error, data } = (await response.json()) as { status: string; error?: string; data: unknown };
    if (status !== 'success') throw new Error(`Prometheus: ${error}`);
    return data;
  }
}
