import type { Readable } from 'node:stream';
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
  type TableFault,
  tableSeparators,
  UnreadableTable,
  withoutMark,
} from '../../kernel/values/csv.ts';
import { addToPool, checkCodes, type ImportError, type NumberedCode } from './code-pool.ts';

export interface ImportSummary {
  imported: number;
  skipped: number;
  /** The reason why the import stopped before the end of the text. */
  error?: UnreadableTable;
}

/** The number of rows per part. Such a part and its report block the event loop for only a few milliseconds. */
const chunk = 2000;
/** How many earlier rows a part is compared with. The last part may be a single row, such as a row with the total. */
const compared = 100;
const form: CsvForm = { separators: tableSeparators };

/**
 * Imports a text with a code per line, or a column of CSV. Yields skipped rows after each commit, so that the report
 * stays true if a later part fails. If the column is doubtful, stores nothing.
 */
export async function* importCodes(
  database: Database,
  accountId: string,
  couponId: string,
  text: Readable,
): AsyncGenerator<ImportError | ImportSummary> {
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
    if (!(error instanceof UnreadableTable)) throw error;
    summary.error = error;
  }
  yield summary;
}

async function importPart(
  database: Database,
  accountId: string,
  couponId: string,
  part: readonly (NumberedCode | ImportError)[],
): Promise<ImportError[]> {
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

const byLine = (one: ImportError, other: ImportError) => one.line - other.line;

interface CodeColumn {
  index: number;
  width: number;
  /** The line of the header. Null if the file has none. */
  headerLine: number | null;
}

/**
 * The names of the column. Case, accents and punctuation do not matter: `Voucher code`, `voucher_code` and
 * `VoucherCode` are equal.
 */
const names = new Set([
  ...['code', 'codes', 'validationcode', 'customvalidationcode', 'customvalcode', 'uniquecode', 'codeunique'],
  ...['couponcode', 'couponcodes', 'vouchercode', 'vouchercodes', 'couponnumber', 'vouchernumber'],
  ...['promocode', 'promocodes', 'promotioncode', 'discountcode', 'discountcodes', 'giftcode', 'codepromo'],
  ...['gutscheincode', 'gutscheincodes', 'gutscheinnummer', 'rabattcode', 'rabattcodes', 'aktionscode', 'aktionscodes'],
  ...['codigo', 'codigos', 'codice', 'codici', 'kod', 'kody'],
]);

/** Names that count only if no column has one of the names above, because they may be names of campaigns. */
const otherNames = new Set([
  ...['coupon', 'coupons', 'voucher', 'vouchers', 'gutschein', 'gutscheine', 'kupon', 'kupons', 'cupon', 'cupones'],
  ...['barcode', 'barcodes', 'serialnumber', 'pin'],
]);

/** The length of a text that is longer than any known name. */
const longestName = 60;

function plainName(cell: string): string {
  if (cell.length > longestName) return '';
  return cell
    .normalize('NFKD')
    .replace(/[^\p{L}\d]/gu, '')
    .toLowerCase();
}

function namedColumns(cells: readonly string[]): number[] {
  const named = (known: ReadonlySet<string>) =>
    cells.flatMap((cell, index) => (known.has(plainName(cell)) ? [index] : []));
  const certain = named(names);
  return certain.length > 0 ? certain : named(otherNames);
}

/**
 * Finds the column of codes: the only column, or the one that the first row names. If it is unclear, throws an
 * `UnreadableTable`.
 */
function readCodeColumn(rows: readonly CsvRow[]): CodeColumn {
  const { cells: first, line: firstLine } = rows.find(({ cells }) => lengthOf(cells) > 0) ?? { cells: [], line: 1 };
  const [index, other] = namedColumns(first);
  if (other !== undefined)
    throw doubtful('SEVERAL_COLUMNS', firstLine, 'names several columns of codes. Leave one of them in the file');
  const headerLine = index === undefined ? null : firstLine;
  const width = headerLine === null ? 1 : first.length;
  const wide = rows.find(({ cells }) => lengthOf(cells) > width);
  if (wide) {
    const { line, cells } = wide;
    const what = `has ${lengthOf(cells)} cells`;
    throw doubtful(
      headerLine === null ? 'NO_COLUMN' : 'MANY_CELLS',
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

/** Characters that are typical of words and rare in codes. */
const ofWords = /[\s()[\]{}:#]/;

/**
 * Returns a header, a title or a total. It is the only line that names codes or has characters of words, or it is a
 * lone word at either end.
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
  const spaced = others.length >= fewestBelowWord ? only((code) => ofWords.test(code)) : undefined;
  return lineThatIsNoCode(codes) ?? spaced ?? (isWord ? word : undefined);
}

/** Returns a header that is repeated, or the row with the total. */
function lineThatIsNoCode(lines: readonly Line[]): Line | undefined {
  const odd = lines.filter(({ code }) => names.has(plainName(code)) || sum.test(code));
  return odd.length === 1 ? odd[0] : undefined;
}

const sum = /^(total|totale?|sum|summe|gesamt|anzahl|count|somme|suma)\b[:\s\d]*$/i;

/** The minimum number of codes below or above a word for it to count as a header or total. */
const [fewestBelowWord, fewestAboveWord] = [2, 5];

function containsName({ code }: Line): boolean {
  return code.split(/[^\p{L}]+/u).some((word) => names.has(plainName(word)));
}

const whatToDo =
  'is unlike all other codes. If it is their header, change it to "code"; if it is a code, add a first line "code"; otherwise remove it.';

/** Throws if a row differs from all others, including the latest earlier rows. */
function requireCodesAlike(rows: readonly CsvRow[], { index, headerLine }: CodeColumn, before: readonly CsvRow[]) {
  const codes = [...before, ...rows].map(({ line, cells }) => ({
    line,
    code: withoutMark(cells[index] ?? '').trim(),
  }));
  // Below a header, codes may have any form.
  const found =
    headerLine === null ? lineUnlikeOthers(codes) : lineThatIsNoCode(codes.filter(({ line }) => line !== headerLine));
  if (found && found.line >= (rows[0]?.line ?? 0))
    throw new UnreadableTable('ODD_LINE', found.line, `Line ${found.line} ${whatToDo}`);
}

/** Throws for a quotation mark that may have swallowed rows, and for a number that a spreadsheet has shortened. */
function requireWholeCodes(rows: readonly CsvRow[], { index }: CodeColumn): void {
  const broken = rows.find(({ cells }) => cells.some((cell) => lineBreak.test(cell.trim())));
  if (broken) {
    const message = `Line ${broken.line} has a line break in a cell. A closing quotation mark may be missing.`;
    throw new UnreadableTable('OPEN_QUOTE', broken.line, message);
  }
  const shortened = rows.find(({ cells }) => /^\d([.,]\d+)?E\+\d+$/i.test(cells[index] ?? ''));
  if (!shortened) return;
  const { line, cells } = shortened;
  throw new UnreadableTable(
    'SHORTENED_NUMBER',
    line,
    `Line ${line} has ${cells[index]}, a number that a spreadsheet has shortened. Format the column as text.`,
  );
}

function doubtful(fault: TableFault, line: number, what: string): UnreadableTable {
  return new UnreadableTable(fault, line, `Line ${line} ${what}. Nothing was imported.`);
}

function readCodeRow({ index, width, headerLine }: CodeColumn) {
  // Whether a row has more cells than the first rows, which determined the separator.
  const isSeveral = (cells: readonly string[], code: string) =>
    lengthOf(cells) > width || (headerLine === null && /[;\t|]/.test(code));
  return ({ line, cells }: CsvRow): NumberedCode | ImportError => {
    const code = withoutMark(cells[index] ?? '');
    return isSeveral(cells, code) ? { line, code: code.slice(0, 100), reason: 'SEVERAL_CELLS' } : { line, code };
  };
}

/** Reads pasted codes. Skips the header of a pasted table, and rejects lines with further columns. */
export function readPastedCodes(lines: readonly string[]): string[] {
  const wide = lines.findIndex((line) => tableSeparators.some((separator) => line.includes(separator)));
  if (wide >= 0)
    throw invalidInput(`codes.${wide}`, `Line ${wide + 1} has a separator. Paste the column of codes alone.`);
  const hasHeader = lines.length > 1 && namedColumns(lines.slice(0, 1)).length > 0;
  const codes = lines.map((code, index) => ({ line: index + 1, code })).slice(hasHeader ? 1 : 0);
  const found = hasHeader ? lineThatIsNoCode(codes) : lineUnlikeOthers(codes);
  if (found) throw invalidInput(`codes.${found.line - 1}`, `Line ${found.line} ${whatToDo}`);
  return codes.map(({ code }) => code);
}

/** Returns the number of cells without the empty ones at the end, which spreadsheets add. */
function lengthOf(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1;
}
