import type { ComponentChildren } from 'preact';
import type { Page } from '../frame/page.ts';

interface Series {
  name: string;
  values: readonly number[];
}

interface Chart {
  title: string;
  /** The labels, one for each value. */
  labels: readonly string[];
  /** At most four series. */
  series: readonly Series[];
  /** The name of the first column of the table. */
  axis: string;
}

const [width, height, left, bottom, top] = [720, 220, 44, 24, 8];

/** Draws bars, with the same numbers in a table. */
export function barsOf(page: Page, chart: Chart) {
  const scale = scaleOf(chart);
  const room = (width - left) / Math.max(1, chart.labels.length);
  const bar = Math.max(0.5, (room * 0.8) / chart.series.length);
  const bars = chart.series.map(({ name, values }, index) =>
    values.map((value, at) => {
      const x = left + at * room + room * 0.1 + index * bar;
      const y = scale.y(value);
      const shape = { x, y, width: bar, height: Math.max(0, height - bottom - y), class: `series-${index + 1}` };
      return (
        <rect {...shape}>
          <title>{`${chart.labels[at]}: ${name} ${page.number(value)}`}</title>
        </rect>
      );
    }),
  );
  return framed(page, chart, scale, bars);
}

/** Draws lines, with the same numbers in a table. */
export function linesOf(page: Page, chart: Chart) {
  const scale = scaleOf(chart);
  const room = (width - left) / Math.max(1, chart.labels.length - 1);
  const lines = chart.series.map(({ values }, index) => (
    <polyline
      points={values.map((value, at) => `${(left + at * room).toFixed(1)},${scale.y(value).toFixed(1)}`).join(' ')}
      class={`line series-${index + 1}`}
      vector-effect="non-scaling-stroke"
    />
  ));
  return framed(page, chart, scale, lines);
}

interface Scale {
  steps: number[];
  y: (value: number) => number;
}

function scaleOf({ series }: Chart): Scale {
  const highest = Math.max(1, ...series.flatMap(({ values }) => values));
  const power = 10 ** Math.floor(Math.log10(highest / 3 || 1));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((one) => highest / one <= 4) ?? power);
  const count = Math.ceil(highest / step);
  const y = (value: number) => height - bottom - (value / (count * step)) * (height - bottom - top);
  return { steps: Array.from({ length: count + 1 }, (_, index) => index * step), y };
}

function framed(page: Page, chart: Chart, { steps, y }: Scale, marks: ComponentChildren) {
  const legend = chart.series.map(({ name }, index) => <span class={`legend series-${index + 1}`}>{name}</span>);
  return (
    <figure class="chart">
      <figcaption>
        <strong>{chart.title}</strong>
        {legend}
      </figcaption>
      <div class="drawing" tabIndex={0} role="group" aria-label={chart.title}>
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={chart.title}>
          {steps.map((step) => [
            <line x1={left} x2={width} y1={y(step)} y2={y(step)} class="grid" />,
            <text x={left - 6} y={y(step) + 4} text-anchor="end">
              {page.number(step)}
            </text>,
          ])}
          {labelsOf(chart)}
          {marks}
        </svg>
      </div>
      <details>
        <summary>{page.words.frame.asTable}</summary>
        {numbersOf(page, chart)}
      </details>
    </figure>
  );
}

/** Shows only about eight labels on the horizontal axis. */
function labelsOf({ labels }: Chart) {
  const every = Math.max(1, Math.ceil(labels.length / 8));
  const room = (width - left) / Math.max(1, labels.length);
  return labels.map(
    (label, at) =>
      at % every === 0 && (
        <text x={left + (at + 0.5) * room} y={height - 6} text-anchor="middle">
          {label}
        </text>
      ),
  );
}

function numbersOf(page: Page, { title, axis, labels, series }: Chart) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={title}>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">{axis}</th>
            {series.map(({ name }) => (
              <th scope="col">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, at) => (
            <tr>
              <th scope="row">{label}</th>
              {series.map(({ values }) => (
                <td class="number">{page.number(values[at] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
