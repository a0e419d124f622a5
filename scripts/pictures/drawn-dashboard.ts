import type { AnsweredPanel } from '../../test/support/dashboard.ts';
import type { CollectedSpan } from '../../test/support/trace-collector.ts';

const colors = ['#1f77b4', '#d62728', '#2ca02c', '#9467bd', '#ff7f0e', '#17becf', '#8c564b', '#7f7f7f'];
const [width, height] = [600, 130];
const maxLegends = 6;

const style = `body { font: 13px system-ui, sans-serif; margin: 16px; color: #222; width: 1248px }
h1 { font-size: 18px; margin: 0 } h1 small { font-weight: normal; color: #666; font-size: 12px }
h2 { font-size: 13px; margin: 0 0 4px } main { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; margin-top: 10px }
section { border: 1px solid #ccc; border-radius: 4px; padding: 8px } section.wide { grid-column: 1 / 3 }
table { border-collapse: collapse; width: 100% } th { text-align: left; color: #666; font-weight: 600 }
td, th { padding: 3px 8px 3px 0; border-bottom: 1px solid #eee; font-size: 12px } code, pre { font-size: 11.5px }
.legend span { margin-right: 12px; font-size: 11.5px; white-space: nowrap } i { display: inline-block; width: 10px; height: 3px; margin: 3px 4px 3px 0 }
text { font-size: 10px; fill: #666 } pre { white-space: pre-wrap; word-break: break-all; margin: 4px 0 } .failed { color: #b00020 }`;

/** Draws panels of the dashboard as a page. Grafana would draw them in its own way. */
export function drawDashboard(title: string, panels: readonly AnsweredPanel[]): string {
  return page(
    `${title} <small>panels of deploy/monitoring/dashboard.json with the answers of Prometheus, drawn by npm run pictures</small>`,
    [`<main>${panels.map(drawPanel).join('')}</main>`],
  );
}

function drawPanel(answered: AnsweredPanel): string {
  const { panel } = answered;
  const content = panel.type === 'table' ? drawTable(answered) : drawLines(answered);
  return `<section class="${panel.gridPos.w > 12 ? 'wide' : ''}"><h2>${escaped(panel.title)}</h2>${content}</section>`;
}

function drawTable({ series, traces }: AnsweredPanel): string {
  if (traces) {
    const names = ['campaigns.account', 'campaigns.operation', 'campaigns.problem', 'campaigns.request_id'];
    return table(
      ['trace', 'span', ...names],
      traces.map(({ traceId, name, attributes }) => [
        traceId,
        name,
        ...names.map((one) => String(attributes[one] ?? '')),
      ]),
    );
  }
  const names = [...new Set(series.flatMap(({ labels }) => Object.keys(labels)))];
  const rows = series.map(({ labels, values }) => [
    ...names.map((name) => labels[name] ?? ''),
    (values[0]?.[1] ?? 0).toFixed(0),
  ]);
  return table([...names, 'times'], rows);
}

function table(heads: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  return `<table>${line(heads, 'th')}${rows.map((row) => line(row, 'td')).join('')}</table>`;
}

function drawLines({ panel, series }: AnsweredPanel): string {
  const points = series.flatMap(({ values }) => values.filter(([, value]) => Number.isFinite(value)));
  const [from, to] = [Math.min(...points.map(([at]) => at)), Math.max(...points.map(([at]) => at))];
  const max = Math.max(...points.map(([, value]) => value)) || 1;
  const place = ([at, value]: [number, number]) =>
    `${(((at - from) / (to - from || 1)) * width).toFixed(1)},${(height - (value / max) * height).toFixed(1)}`;
  const lines = series.map(
    ({ values }, index) =>
      `<polyline fill="none" stroke-width="1.5" stroke="${colors[index % colors.length]}" points="${values
        .filter(([, value]) => Number.isFinite(value))
        .map(place)
        .join(' ')}"/>`,
  );
  const legends = series
    .slice(0, maxLegends)
    .map(({ legend }, index) => `<span><i style="background:${colors[index]}"></i>${escaped(legend)}</span>`);
  const more = series.length > maxLegends ? `<span>and ${series.length - maxLegends} more</span>` : '';
  return `<svg viewBox="0 -12 ${width} ${height + 16}" width="100%"><line x1="0" x2="${width}" y1="${height}" y2="${height}" stroke="#ccc"/>
    ${lines.join('')}<text x="0" y="-3">${shown(max, panel.fieldConfig.defaults.unit)}</text></svg><div class="legend">${legends.join('')}${more}</div>`;
}

function shown(value: number, unit: string): string {
  if (unit === 'bytes') return `${(value / 2 ** 20).toFixed(0)} MiB`;
  if (unit === 'percentunit') return `${(value * 100).toFixed(0)} %`;
  const number = value < 1 ? value.toPrecision(2) : value.toFixed(value < 10 ? 1 : 0);
  return `${number} ${{ reqps: 'requests/s', ops: '/s', s: 's' }[unit] ?? ''}`.trim();
}

/** Draws a trace with the lines of the log that name it. */
export function drawTrace(spans: readonly CollectedSpan[], log: readonly string[]): string {
  const began = Math.min(...spans.map(startOf));
  const took = Math.max(...spans.map(endOf)) - began;
  const bars = spans
    .toSorted((one, other) => startOf(one) - startOf(other))
    .map((span) => {
      const left = (startOf(span) - began) / took;
      const share = Math.max(0.004, (endOf(span) - startOf(span)) / took);
      const time = `${((endOf(span) - startOf(span)) / 1e6).toFixed(1)} ms`;
      const bar = `<div style="margin-left:${left * 100}%;width:${share * 100}%;height:10px;background:${span.failed ? '#d62728' : '#1f77b4'}"></div>`;
      return `<tr><td style="width:220px" class="${span.failed ? 'failed' : ''}">${escaped(span.name)}${span.failed ? ' (failed)' : ''}</td><td>${bar}</td><td style="width:70px">${time}</td></tr>`;
    });
  const [root] = spans.filter(({ attributes }) => 'campaigns.request_id' in attributes);
  const facts = Object.entries(root?.attributes ?? {}).map(([name, value]) => [name, String(value)]);
  return page(`Trace ${spans[0]?.traceId} <small>as the collector received it, drawn by npm run pictures</small>`, [
    `<section><table>${bars.join('')}</table></section>`,
    `<main><section><h2>Attributes of the request</h2>${table(['name', 'value'], facts)}</section>`,
    `<section><h2>The log under this trace</h2>${log.map((line) => `<pre>${escaped(line)}</pre>`).join('')}</section></main>`,
  ]);
}

const startOf = ({ startTimeUnixNano }: CollectedSpan) => Number(startTimeUnixNano);
const endOf = ({ endTimeUnixNano }: CollectedSpan) => Number(endTimeUnixNano);

function page(title: string, parts: readonly string[]): string {
  return `<!doctype html><meta charset="utf-8"><style>${style}</style><h1>${title}</h1>${parts.join('')}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
