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
/** The number of rows with which those of the next part are compared: the last part may have one row only, such as a sum. */
const compared = 100;
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
  let latest: CsvRow[] = [];
  try {
    for await (const rows of csvParts(text, chunk, form)) {
      column ??= readCodeColumn(rows);
      const { headerLine } = column;
      requireWholeCodes(rows, column);
      requireCodesAlike(rows, column, latest);
      latest = rows.slice(-compared);
      const below = rows.filter(({ line }) => headerLine === null || line > headerLine);
      const skipped = await importPart(database, accountId, couponId, below.map(readCodeRow(column)));
      summary.imported += below.length - skipped.length;
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
  /** Null if the file has no header. */
  headerLine: number | null;
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
  const { cells: first, line: firstLine } = rows.find(({ cells }) => lengthOf(cells) > 0) ?? { cells: [], line: 1 };
  const [index, other] = namedColumns(first);
  if (other !== undefined) throw doubtful(firstLine, `names several columns of codes. Leave one of them in the file`);
  const headerLine = index === undefined ? null : firstLine;
  const width = headerLine === null ? 1 : first.length;
  const wide = rows.find(({ cells }) => lengthOf(cells) > width);
  if (wide) {
    const { line, cells } = wide;
    const what = `has ${lengthOf(cells)} cells`;
    throw doubtful(
      line,
      headerLine === null
        ? `${what}, and the first line does not name a column "code"`
        : `${what}, more than the first line`,
    );
  }
  return { index: index ?? 0, width, headerLine };
}

interface Line {
  line: number;
  code: string;
}

/** What words have, and codes hardly ever. */
const ofWords = /[\s()[\]{}:#]/;

/**
 * Returns the line that is no code as all others are, but a header, a title or a sum: only it names a column of codes, only it has
 * characters of words, or, at the beginning or the end, only it has letters alone and a length of its own.
 */
function lineUnlikeOthers(lines: readonly Line[]): Line | undefined {
  const codes = lines.filter(({ code }) => code !== '');
  const [first, ...others] = codes;
  if (!first || others.length === 0) return undefined;
  if (containsName(first) && !others.some(containsName)) return first;
  const only = (isOdd: (code: string) => boolean) => {
    const odd = codes.filter(({ code }) => isOdd(code));
    return odd.length === 1 ? odd[0] : undefined;
  };
  const word = only((code) => !/\d/.test(code));
  const isAtEdge =
    (word === first && others.length >= fewestBelowWord) ||
    (word === others.at(-1) && others.length >= fewestAboveWord);
  const isWord =
    word && isAtEdge && /^[\p{L}._-]+$/u.test(word.code) && only((code) => code.length === word.code.length) === word;
  return (
    only((code) => names.has(plainName(code))) ?? only((code) => ofWords.test(code)) ?? (isWord ? word : undefined)
  );
}

/** The fewest codes below or above a word that is probably not one of them. */
const [fewestBelowWord, fewestAboveWord] = [2, 5];

/** Returns whether a word of a text names a column of codes. */
function containsName({ code }: Line): boolean {
  return code.split(/[^\p{L}]+/u).some((word) => names.has(plainName(word)));
}

const whatToDo =
  'is unlike all other codes. If it is their header, change it to "code"; if it is not a code, remove it.';

/** Throws if one of these rows is no code as all others and the latest ones before them are. */
function requireCodesAlike(
  rows: readonly CsvRow[],
  { index, headerLine }: CodeColumn,
  before: readonly CsvRow[],
): void {
  const codes = [...before, ...rows].map(({ line, cells }) => ({
    line,
    code: withoutMark(cells[index] ?? '').trim(),
  }));
  const found = lineUnlikeOthers(codes.filter(({ line }) => line !== headerLine));
  if (found && found.line >= (rows[0]?.line ?? 0))
    throw new CsvError('CSV_UNKNOWN_ERROR', `Line ${found.line} ${whatToDo}`);
}

/** Throws for a quote that may have swallowed rows, and for a long number that a spreadsheet has shortened. */
function requireWholeCodes(rows: readonly CsvRow[], { index }: CodeColumn): void {
  const broken = rows.find(({ cells }) => cells.some((cell) => lineBreak.test(cell.trim())));
  if (broken)
    throw new CsvError('CSV_UNKNOWN_ERROR', `Line ${broken.line} has a line break in a cell. A quote may not end.`);
  const shortened = rows.find(({ cells }) => /^\d([.,]\d+)?E\+\d+$/i.test(cells[index] ?? ''));
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

function readCodeRow({ index, width, headerLine }: CodeColumn) {
  // Later rows of a file may have more cells than the first ones, in which its separator was looked for.
  const isSeveral = (cells: readonly string[], code: string) =>
    lengthOf(cells) > width || (headerLine === null && /[;\t|]/.test(code));
  return ({ line, cells }: CsvRow): NumberedCode | SkippedRow => {
    const code = withoutMark(cells[index] ?? '');
    return isSeveral(cells, code) ? { line, code: code.slice(0, 100), reason: 'SEVERAL_CELLS' } : { line, code };
  };
}

/** Returns the codes of lines that were pasted from a table, without its header. Rejects lines with further columns. */
export function readPastedCodes(lines: readonly string[]): string[] {
  const wide = lines.findIndex((line) => tableSeparators.some((separator) => line.includes(separator)));
  if (wide >= 0) throw invalidInput('codes', `Line ${wide + 1} has a separator. Paste the column of codes alone.`);
  const hasHeader = lines.length > 1 && namedColumns(lines.slice(0, 1)).length > 0;
  const codes = lines.map((code, index) => ({ line: index + 1, code })).slice(hasHeader ? 1 : 0);
  const found = lineUnlikeOthers(codes);
  if (found) throw invalidInput('codes', `Line ${found.line} ${whatToDo}`);
  return codes.map(({ code }) => code);
}

/** The number of cells without empty ones at the end, which spreadsheets add. */
function lengthOf(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1;
}
