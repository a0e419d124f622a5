export interface SheetLayout {
  page: readonly [width: number, height: number];
  label: readonly [width: number, height: number];
  columns: number;
  rows: number;
  left: number;
  top: number;
  /** The distances between the left edges of neighboring labels, and between their upper edges. */
  pitch: readonly [across: number, down: number];
  /** Whether thin lines show where to cut or fold. */
  hasLines: boolean;
  /** Whether the first row is upside down. */
  isTent: boolean;
}

const a4 = [210, 297] as const;
const labels = { hasLines: false, isTent: false };
const cards = { hasLines: true, isTent: false };
const whole = (page: readonly [number, number], margin: number) => ({
  ...{ page, label: [page[0] - 2 * margin, page[1] - 2 * margin] as const, pitch: page },
  ...{ columns: 1, rows: 1, left: margin, top: margin, ...labels },
});

/** Avery's label sizes. Other manufacturers use the same numbers. */
export const sheetLayouts = {
  L7160: { page: a4, label: [63.5, 38.1], columns: 3, rows: 7, left: 7.25, top: 15.15, pitch: [66, 38.1], ...labels },
  L7163: {
    page: a4,
    label: [99.1, 38.1],
    columns: 2,
    rows: 7,
    left: 4.65,
    top: 15.15,
    pitch: [101.6, 38.1],
    ...labels,
  },
  A3422: { page: a4, label: [70, 35], columns: 3, rows: 8, left: 0, top: 8.5, pitch: [70, 35], ...labels },
  US5160: {
    ...{ page: [215.9, 279.4], label: [66.675, 25.4], columns: 3, rows: 10 },
    ...{ left: 4.7625, top: 12.7, pitch: [69.85, 25.4], ...labels },
  },
  BUSINESS_CARDS: { page: a4, label: [85, 55], columns: 2, rows: 5, left: 20, top: 11, pitch: [85, 55], ...cards },
  A6: whole([105, 148], 2),
  A4: whole(a4, 15),
} as const satisfies Record<string, SheetLayout>;
export type SheetLayoutName = keyof typeof sheetLayouts;

const tent = (width: number, height: number) => ({
  ...{ page: [width, height] as const, label: [width, height / 2] as const, pitch: [width, height / 2] as const },
  ...{ columns: 1, rows: 2, left: 0, top: 0, hasLines: true, isTent: true },
});

/** Paper that stands on a table, folded across the middle. */
export const tentLayouts = { A5: tent(148, 210), A4: tent(210, 297) } as const satisfies Record<string, SheetLayout>;
export type TentSize = keyof typeof tentLayouts;

export function labelsOfPage({ columns, rows }: SheetLayout): number {
  return columns * rows;
}
