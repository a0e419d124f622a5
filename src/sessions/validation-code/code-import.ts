import type { Readable } from 'node:stream';
import { CsvError } from 'csv-parse';
import { transactFor } from '../../accounts/account/account-root.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { lockRow, requireRow } from '../../kernel/database/rows.ts';
import { reserve } from '../../kernel/database/sequence.ts';
import { invalidInput } from '../../kernel/problem.ts';
import {
  type CsvForm,
  type CsvRow,
  csvParts,
  lineBreak,
  tableSeparators,
  withoutMark,
} from '../../kernel/values/csv.ts';
import { addToPool, checkCodes, type NumberedCode, type SkippedRow } from './code-pool.ts';

/** The last entry of an import report. */
export interface ImportSummary {
  imported: number;
  skipped: number;
  /** Why the import stopped before the end of the text. */
  error?: string;
}

/** Small enough that a part, with its report, holds the event loop for a few milliseconds only. */
const chunk = 2000;
const form: CsvForm = { separators: tableSeparators };

/**
 * Adds the codes of a text to the pool of a coupon: one code per line, or a column of CSV that the first line names. The
 * codes commit in parts of 2,000. Yields every skipped row after its part has committed, so that the report stays true
 * when a later part fails, and a summary at the end. If it is doubtful which column has the codes, stores nothing.
 */
export async function* importCodes(
  database: Database,
  accountId: string,
  couponId: string,
  text: Readable,
): AsyncGenerator<SkippedRow | ImportSummary> {
  await requireRow(database, couponRow, { accountId, id: couponId });
  const summary: ImportSummary = { imported: 0, skipped: 0 };
  let column: CodeColumn | null = null;
  try {
    for await (const rows of csvParts(text, chunk, form)) {
      const isFirst = column === null;
      column ??= readCodeColumn(rows);
      requireWholeCodes(rows, column);
      if (isFirst && column.hasHeader) rows.shift();
      const skipped = await importPart(database, accountId, couponId, rows.map(readCodeRow(column)));
      summary.imported += rows.length - skipped.length;
      summary.skipped += skipped.length;
      yield* skipped;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    summary.error = error.message;
  }
  yield summary;
}

async function importPart(
  database: Database,
  accountId: string,
  couponId: string,
  part: readonly (NumberedCode | SkippedRow)[],
): Promise<SkippedRow[]> {
  const unread = part.filter((row) => 'reason' in row);
  const { good, skipped: refused } = checkCodes(part.filter((row) => !('reason' in row)));
  const skipped = [...unread, ...refused].sort(byLine);
  if (good.length === 0) return skipped;
  const first = await reserve(database, 'code', good.length);
  const add = async (transaction: Transaction) => {
    await lockRow(transaction, couponRow, { accountId, id: couponId });
    return addToPool(transaction, couponId, good, first);
  };
  const known = await transactFor(database, accountId, add, { bulk: true });
  return [...skipped, ...known].sort(byLine);
}

const byLine = (one: SkippedRow, other: SkippedRow) => one.line - other.line;

interface CodeColumn {
  index: number;
  width: number;
  hasHeader: boolean;
}

/** Names of a column of codes, without case, accents and punctuation: `Voucher code`, `voucher_code` and `VoucherCode` are equal. */
const names = new Set([
  ...['code', 'codes', 'validationcode', 'customvalidationcode', 'customvalcode', 'uniquecode', 'codeunique'],
  ...['couponcode', 'couponcodes', 'vouchercode', 'vouchercodes', 'couponnumber', 'vouchernumber'],
  ...['promocode', 'promocodes', 'promotioncode', 'discountcode', 'discountcodes', 'giftcode', 'codepromo'],
  ...['gutscheincode', 'gutscheincodes', 'gutscheinnummer', 'rabattcode', 'rabattcodes', 'aktionscode', 'aktionscodes'],
  ...['codigo', 'codigos', 'codice', 'codici', 'kod', 'kody'],
]);

/** Names of columns of codes, unless another column has one of the names above: then they may be names of campaigns. */
const otherNames = new Set([
  ...['coupon', 'coupons', 'voucher', 'vouchers', 'gutschein', 'gutscheine', 'kupon', 'kupons', 'cupon', 'cupones'],
  ...['barcode', 'barcodes', 'serialnumber', 'pin'],
]);

function plainName(cell: string): string {
  return cell
    .normalize('NFKD')
    .replace(/[^\p{L}\d]/gu, '')
    .toLowerCase();
}

/** Returns the indexes of the cells of a first row that name a column of codes. */
function namedColumns(cells: readonly string[]): number[] {
  const named = (known: ReadonlySet<string>) =>
    cells.flatMap((cell, index) => (known.has(plainName(cell)) ? [index] : []));
  const certain = named(names);
  return certain.length > 0 ? certain : named(otherNames);
}

/**
 * Finds the codes in the first rows of a file: in the only column, or in the one that the first row names. Throws a
 * `CsvError` if neither says which column it is.
 */
function readCodeColumn(rows: readonly CsvRow[]): CodeColumn {
  const first = rows[0]?.cells ?? [];
  const [index, other] = namedColumns(first);
  if (other !== undefined) throw doubtful(1, `names several columns of codes. Leave one of them in the file`);
  const hasHeader = index !== undefined;
  const width = hasHeader ? first.length : 1;
  const wide = rows.find(({ cells }) => lengthOf(cells) > width);
  if (wide) {
    const { line, cells } = wide;
    const what = `has ${lengthOf(cells)} cells`;
    throw doubtful(
      line,
      hasHeader ? `${what}, more than the first line` : `${what}, and the first line does not name a column "code"`,
    );
  }
  if (!hasHeader && looksLikeHeader(rows))
    throw doubtful(1, 'looks like a header. Change it to "code", or leave it out');
  return { index: index ?? 0, width, hasHeader };
}

/** Returns whether the first row has letters only, while all others are codes of another form. */
function looksLikeHeader([first, ...others]: readonly CsvRow[]): boolean {
  const name = first?.cells[0]?.trim() ?? '';
  const codes = others.map(({ cells }) => cells[0]?.trim() ?? '').filter((code) => code !== '');
  if (codes.length < 2 || !/^[\p{L}\s._-]+$/u.test(name)) return false;
  return codes.every((code) => /\d/.test(code) && code.length !== name.length);
}

/** Throws for a quote that may have swallowed rows, and for a long number that a spreadsheet has shortened. */
function requireWholeCodes(rows: readonly CsvRow[], { index }: CodeColumn): void {
  const broken = rows.find(({ cells }) => cells.some((cell) => lineBreak.test(cell.trim())));
  if (broken)
    throw new CsvError('CSV_UNKNOWN_ERROR', `Line ${broken.line} has a line break in a cell. A quote may not end.`);
  const shortened = rows.find(({ cells }) => /^\d[.,]\d+E\+\d+$/i.test(cells[index] ?? ''));
  if (!shortened) return;
  const { line, cells } = shortened;
  throw new CsvError(
    'CSV_UNKNOWN_ERROR',
    `Line ${line} has ${cells[index]}, a number that a spreadsheet has shortened. Format the column as text.`,
  );
}

function doubtful(line: number, what: string): CsvError {
  return new CsvError('CSV_UNKNOWN_ERROR', `Line ${line} ${what}. Nothing was imported.`);
}

function readCodeRow({ index, width, hasHeader }: CodeColumn) {
  // Later rows of a file may have more cells than the first ones, in which its separator was looked for.
  const isSeveral = (cells: readonly string[], code: string) =>
    lengthOf(cells) > width || (!hasHeader && /[;\t|]/.test(code));
  return ({ line, cells }: CsvRow): NumberedCode | SkippedRow => {
    const code = withoutMark(cells[index] ?? '');
    return isSeveral(cells, code) ? { line, code: code.slice(0, 100), reason: 'SEVERAL_CELLS' } : { line, code };
  };
}

/** Returns the codes of lines that were pasted from a table, without its header. Rejects lines with further columns. */
export function readPastedCodes(lines: readonly string[]): string[] {
  const wide = lines.findIndex((line) => tableSeparators.some((separator) => line.includes(separator)));
  if (wide >= 0) throw invalidInput('codes', `Line ${wide + 1} has a separator. Paste the column of codes alone.`);
  return lines.length > 1 && namedColumns(lines.slice(0, 1)).length > 0 ? lines.slice(1) : [...lines];
}

/** The number of cells without empty ones at the end, which spreadsheets add. */
function lengthOf(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1;
}
