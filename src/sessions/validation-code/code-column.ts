import { CsvError } from 'csv-parse';
import { invalidInput } from '../../kernel/problem.ts';
import { type CsvRow, withoutMark } from '../../kernel/values/csv.ts';
import type { NumberedCode, SkippedRow } from './code-pool.ts';

/** The column of a file that contains the codes. */
export interface CodeColumn {
  index: number;
  /** The number of columns that a row may have. */
  width: number;
  hasHeader: boolean;
}

/** Names of a column of codes, without case and punctuation: `Voucher code`, `voucher_code` and `VoucherCode` are equal. */
const names = new Set([
  ...['code', 'codes', 'validationcode', 'customvalidationcode', 'customvalcode', 'uniquecode', 'barcode'],
  ...['coupon', 'coupons', 'couponcode', 'couponcodes', 'voucher', 'vouchers', 'vouchercode', 'vouchercodes'],
  ...['promocode', 'promocodes', 'promotioncode', 'discountcode', 'discountcodes', 'giftcode'],
  ...['gutschein', 'gutscheine', 'gutscheincode', 'gutscheincodes', 'gutscheinnummer', 'rabattcode', 'aktionscode'],
]);

const isName = (cell: string) => names.has(cell.toLowerCase().replace(/[\s_.\-#"']/g, ''));

/**
 * Finds the codes in the first rows of a file: in the only column, or in the one that the first row names. Throws a
 * `CsvError` if neither says which column it is.
 */
export function readCodeColumn(rows: readonly CsvRow[]): CodeColumn {
  const first = rows[0]?.cells ?? [];
  const index = first.findIndex(isName);
  const hasHeader = index >= 0;
  const width = hasHeader ? first.length : 1;
  const wide = rows.find(({ cells }) => lengthOf(cells) > width);
  if (!wide) return { index: Math.max(0, index), width, hasHeader };
  const { line, cells } = wide;
  throw new CsvError(
    'CSV_UNKNOWN_ERROR',
    hasHeader
      ? `Line ${line} has ${lengthOf(cells)} cells, more than the first line. Nothing was imported.`
      : `Line ${line} has ${lengthOf(cells)} cells, and the first line does not name a column "code". Nothing was imported.`,
  );
}

/** Returns a function that reads the code of a row, or says why the row is skipped. */
export function readCodeRow({ index, width }: CodeColumn) {
  return ({ line, cells }: CsvRow): NumberedCode | SkippedRow => {
    const code = withoutMark(cells[index] ?? '');
    return lengthOf(cells) > width ? { line, code: code.slice(0, 100), reason: 'SEVERAL_CELLS' } : { line, code };
  };
}

/** Returns the codes of lines that were pasted from a table, without its header. Rejects lines with further columns. */
export function readPastedCodes(lines: readonly string[]): string[] {
  const wide = lines.findIndex((line) => /[,;\t]/.test(line));
  if (wide >= 0) throw invalidInput('codes', `Line ${wide + 1} has a separator. Paste the column of codes alone.`);
  return lines.length > 1 && isName(lines[0] ?? '') ? lines.slice(1) : [...lines];
}

/** The number of cells without empty ones at the end, which spreadsheets add. */
function lengthOf(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1;
}
