import { stringify } from 'csv-stringify/sync';
import { type ExportRow, type ExportType, exportFields } from './export.ts';

export const exportFormats = ['CSV', 'JSONL'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const contentTypes: Record<ExportFormat, string> = {
  CSV: 'text/csv; charset=utf-8',
  JSONL: 'application/x-ndjson',
};

/** The text of an export, a part for each page of records. */
export async function* formatted(
  pages: AsyncIterable<ExportRow[]>,
  type: ExportType,
  format: ExportFormat,
): AsyncGenerator<string> {
  const columns = exportFields(type);
  if (format === 'CSV') yield stringify([columns]);
  for await (const rows of pages) {
    // A spreadsheet would run a cell that begins with = + - or @ as a formula: those get a quote before them.
    if (format === 'CSV') yield stringify(rows, { columns, escape_formulas: true });
    else yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  }
}
