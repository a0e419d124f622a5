/** The maximum number of stamps to draw. More of them would be too small to see and count. */
const maxDrawn = 100;

const cell = 44;
const radius = 17;

/** Draws the fields of a stamp card, with a gift at each number in `gifts`. If there are too many fields, draws a bar. */
export function stampsOf(collected: number, required: number, label: string, gifts: readonly number[]) {
  if (required > maxDrawn) return progressBar(collected, required, label);
  const columns = columnsOf(required);
  const rows = Math.ceil(required / columns);
  const [width, height] = [columns * cell, rows * cell];
  return (
    <svg class={`stamps of${Math.max(columns, 4)}`} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {Array.from({ length: required }, (_, index) => {
        const [row, column] = [Math.floor(index / columns), index % columns];
        // An incomplete last row is centered.
        const inRow = Math.min(columns, required - row * columns);
        const x = ((columns - inRow) / 2 + column + 0.5) * cell;
        const isGift = index === required - 1 || gifts.includes(index + 1);
        return field({ x, y: (row + 0.5) * cell, number: index + 1, isFull: index < collected, isGift });
      })}
    </svg>
  );
}

export function progressBar(value: number, max: number, label: string) {
  return <progress value={Math.min(value, max)} max={max} aria-label={label} />;
}

interface Field {
  x: number;
  y: number;
  number: number;
  isFull: boolean;
  isGift: boolean;
}

const check = 'M-8 0.5l5.5 5.5L8 -6';
const gift =
  'M-8 -3h16v4h-16zM-6.5 1v8h13v-8M0 -3v12M0 -3c-7 0 -6 -6 -3 -5.500s3 5.500 3 5.500s0 -5 3 -5.500s4 5.500 -3 5.500';

function field({ x, y, number, isFull, isGift }: Field) {
  return (
    <g class={isFull ? 'stamp full' : 'stamp'} transform={`translate(${x} ${y})`}>
      <circle r={radius} />
      {isFull && <path d={check} />}
      {!isFull && isGift && <path d={gift} />}
      {!isFull && !isGift && <text y={5}>{number}</text>}
    </g>
  );
}

/** Returns the number of columns that leaves the fewest gaps in the last row and keeps fields at a reasonable size. */
export function columnsOf(required: number): number {
  if (required <= 4) return required;
  const [min, max] = required <= 12 ? [4, 5] : required <= 36 ? [5, 6] : [8, 10];
  const choices = Array.from({ length: max - min + 1 }, (_, index) => max - index);
  const gaps = (columns: number) => (columns - (required % columns)) % columns;
  return choices.reduce((best, columns) => (gaps(columns) < gaps(best) ? columns : best));
}
