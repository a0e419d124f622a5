export interface Series {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Reads the text format of Prometheus. */
export function seriesOf(text: string): Series[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', list = '', value = ''] = /^([\w:]+)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
      const labels = [...list.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', found = '']) => [
        label,
        found,
      ]);
      return { name, labels: Object.fromEntries(labels), value: Number(value) };
    });
}
