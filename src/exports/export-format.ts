import { stringify } from 'csv-stringify/sync';
import { withMark } from '../kernel/values/csv.ts';
import { yieldToEventLoop } from '../kernel/values/event-loop.ts';
import { type ExportType, exportFields } from './export.ts';
import type { ExportRow } from './table-pages.ts';

export const exportFormats = ['CSV', 'JSONL'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const contentTypes: Record<ExportFormat | 'JSON' | 'PDF', string> = {
  CSV: 'text/csv; charset=utf-8',
  JSONL: 'application/x-ndjson',
  JSON: 'application/json; charset=utf-8',
  PDF: 'application/pdf',
};

export async function* formatted(
  pages: AsyncIterable<ExportRow[]>,
  type: ExportType,
  format: ExportFormat,
): AsyncGenerator<string> {
  const columns = exportFields(type);
  // Without a byte order mark, spreadsheets assume the default encoding of the country.
  if (format === 'CSV') yield stringify([columns], { bom: true });
  const write = (rows: ExportRow[]) => stringify(rows, { columns, cast: { string: withMark } });
  yield* writtenInSteps(pages, format === 'CSV' ? write : linesOf);
}

export async function* jsonLines(pages: AsyncIterable<ExportRow[]>): AsyncGenerator<string> {
  yield* writtenInSteps(pages, linesOf);
}

/** The number of rows per part. Writing a part takes about a millisecond. */
const rowsOfPart = 50;

/** Writes rows. Other requests run between the parts of a page, and before the next page is read. */
async function* writtenInSteps(
  pages: AsyncIterable<ExportRow[]>,
  write: (rows: ExportRow[]) => string,
): AsyncGenerator<string> {
  for await (const rows of pages) {
    for (let start = 0; start < rows.length; start += rowsOfPart) {
      const pause = yieldToEventLoop();
      if (pause) await pause;
      yield write(rows.slice(start, start + rowsOfPart));
    }
    const pause = yieldToEventLoop();
    if (pause) await pause;
  }
}

function linesOf(rows: readonly ExportRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
