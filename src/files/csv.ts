import type { Readable } from 'node:stream';
import { parse } from 'csv-parse';

/** A row of CSV with the number of its line. */
export interface CsvRow {
  line: number;
  cells: string[];
}

const mostRows = 1_000_000;

/** The rows of a text in parts, read no faster than they are taken. What follows a million of them is left out. */
export async function* csvParts(text: Readable, size: number): AsyncGenerator<CsvRow[]> {
  const rows = text.pipe(
    parse({
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      to: mostRows,
      max_record_size: 10_000,
      info: true,
    }),
  );
  text.once('error', (error) => rows.destroy(error));
  let part: CsvRow[] = [];
  for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
    part.push({ line: info.lines, cells: record });
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
