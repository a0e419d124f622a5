import type { ComponentChildren } from 'preact';

/** The most stamps to draw one by one. A larger number is drawn as a bar. */
const maxDrawn = 50;
const inRow = 10;
const [size, radius] = [34, 13];

export function stampCard(stamps: number, required: number, label: string): ComponentChildren {
  const filled = Math.min(stamps, required);
  if (required > maxDrawn) return <progress max={required} value={filled} aria-label={label} />;
  const columns = columnsOf(required);
  const rows = Math.ceil(required / columns);
  const circles = Array.from({ length: required }, (_, index) => (
    <circle
      cx={(index % columns) * size + size / 2}
      cy={Math.floor(index / columns) * size + size / 2}
      r={radius}
      {...(index < filled && { class: 'full' })}
    />
  ));
  const [width, height] = [columns * size, rows * size];
  return (
    <svg
      class="stamp-card"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      {circles}
    </svg>
  );
}

/** Returns the number of stamps per row that fills the rows most evenly: 12 stamps make two rows of six. */
function columnsOf(required: number): number {
  return Math.ceil(required / Math.ceil(required / inRow));
}
