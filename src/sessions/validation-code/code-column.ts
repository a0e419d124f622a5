import { CsvError } from 'csv-parse';
import { invalidInput } from '../../kernel/problem.ts';
import { type CsvRow, lineBreak, tableSeparators, withoutMark } from '../../kernel/values/csv.ts';
import type { NumberedCode, SkippedRow } from './code-pool.ts';

export interface CodeColumn {
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
export function readCodeColumn(rows: readonly CsvRow[]): CodeColumn {
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
export function requireWholeCodes(rows: readonly CsvRow[], { index }: CodeColumn): void {
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

export function readCodeRow({ index, width, hasHeader }: CodeColumn) {
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
