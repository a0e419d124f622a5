import { type ComponentChildren, h } from 'preact';
import type { Page } from '../frame/page.ts';

interface Series {
  name: string;
  values: readonly number[];
}

interface Chart {
  /** Describes the chart. */
  title: string;
  /** One for each value. */
  labels: readonly string[];
  /** At most four. */
  series: readonly Series[];
  /** The name of the first column of the table. */
  axis: string;
}

const [width, height, left, bottom, top] = [720, 220, 44, 24, 8];

/** Returns a chart of bars, several series beside each other, with the same numbers as a table. */
export function barsOf(page: Page, chart: Chart): ComponentChildren {
  const scale = scaleOf(chart);
  const room = (width - left) / Math.max(1, chart.labels.length);
  const bar = Math.max(0.5, (room * 0.8) / chart.series.length);
  const bars = chart.series.map(({ name, values }, index) =>
    values.map((value, at) => {
      const x = left + at * room + room * 0.1 + index * bar;
      const y = scale.y(value);
      const shape = { x, y, width: bar, height: Math.max(0, height - bottom - y), class: `series-${index + 1}` };
      return h('rect', shape, h('title', null, `${chart.labels[at]}: ${name} ${page.number(value)}`));
    }),
  );
  return framed(page, chart, scale, bars);
}

/** Returns a chart of lines, with the same numbers as a table. */
export function linesOf(page: Page, chart: Chart): ComponentChildren {
  const scale = scaleOf(chart);
  const room = (width - left) / Math.max(1, chart.labels.length - 1);
  const lines = chart.series.map(({ values }, index) =>
    h('polyline', {
      points: values.map((value, at) => `${(left + at * room).toFixed(1)},${scale.y(value).toFixed(1)}`).join(' '),
      class: `line series-${index + 1}`,
      'vector-effect': 'non-scaling-stroke',
    }),
  );
  return framed(page, chart, scale, lines);
}

interface Scale {
  steps: number[];
  y: (value: number) => number;
}

/** Chooses round steps for the vertical axis. */
function scaleOf({ series }: Chart): Scale {
  const highest = Math.max(1, ...series.flatMap(({ values }) => values));
  const power = 10 ** Math.floor(Math.log10(highest / 3 || 1));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((one) => highest / one <= 4) ?? power);
  const count = Math.ceil(highest / step);
  const y = (value: number) => height - bottom - (value / (count * step)) * (height - bottom - top);
  return { steps: Array.from({ length: count + 1 }, (_, index) => index * step), y };
}

function framed(page: Page, chart: Chart, { steps, y }: Scale, marks: ComponentChildren): ComponentChildren {
  const legend = chart.series.map(({ name }, index) =>
    h('span', { key: name, class: `legend series-${index + 1}` }, name),
  );
  return h(
    'figure',
    { class: 'chart' },
    h('figcaption', null, h('strong', null, chart.title), legend),
    h(
      'div',
      { class: 'drawing', tabIndex: 0, role: 'group', 'aria-label': chart.title },
      h(
        'svg',
        { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': chart.title },
        steps.map((step) => [
          h('line', { x1: left, x2: width, y1: y(step), y2: y(step), class: 'grid' }),
          h('text', { x: left - 6, y: y(step) + 4, 'text-anchor': 'end' }, page.number(step)),
        ]),
        labelsOf(chart),
        marks,
      ),
    ),
    h('details', null, h('summary', null, page.words.frame.asTable), numbersOf(page, chart)),
  );
}

/** Returns about eight labels of the horizontal axis. */
function labelsOf({ labels }: Chart): ComponentChildren {
  const every = Math.max(1, Math.ceil(labels.length / 8));
  const room = (width - left) / Math.max(1, labels.length);
  return labels.map(
    (label, at) =>
      at % every === 0 && h('text', { x: left + (at + 0.5) * room, y: height - 6, 'text-anchor': 'middle' }, label),
  );
}

function numbersOf(page: Page, { title, axis, labels, series }: Chart): ComponentChildren {
  return h(
    'div',
    { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': title },
    h(
      'table',
      { class: 'numbers' },
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          h('th', { scope: 'col' }, axis),
          series.map(({ name }) => h('th', { scope: 'col' }, name)),
        ),
      ),
      h(
        'tbody',
        null,
        labels.map((label, at) =>
          h(
            'tr',
            { key: at },
            h('th', { scope: 'row' }, label),
            series.map(({ values }) => h('td', { class: 'number' }, page.number(values[at] ?? 0))),
          ),
        ),
      ),
    ),
  );
}
