/** Renders a table that is readable in a terminal and in Markdown. The first column is text, the others are numbers. */
export function tableOf<Row>(rows: readonly Row[], columns: Record<string, (row: Row) => string>): string {
  const cells = [Object.keys(columns), ...rows.map((row) => Object.values(columns).map((show) => show(row)))];
  const widths = Object.keys(columns).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => line(row.map((cell, column) => pad(cell, widths[column] ?? 0, column))));
  const rule = line(widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)));
  return lines.toSpliced(1, 0, rule).join('\n');
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Returns the tables in a text as rows of cells, the header first. */
export function cellsOf(output: string): string[][][] {
  const blocks = output.split('\n\n').filter((block) => block.startsWith('|'));
  return blocks.map((block) => {
    const lines = block.trim().split('\n').toSpliced(1, 1);
    return lines.map((row) =>
      row
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    );
  });
}
