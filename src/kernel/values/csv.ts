import { PassThrough, Readable, type TransformOptions } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { turnToContinue } from './event-loop.ts';

/** A row of CSV with its line number. */
export interface CsvRow {
  line: number;
  cells: string[];
}

const mostRows = 1_000_000;

/** Other requests may run after each of these rows: the text may have arrived, so nothing else lets them. */
const rowsInTurn = 100;

/** The format of a CSV text. */
export interface CsvForm {
  /** Whether the first row contains the column names. It does not count towards `most`. */
  header?: boolean;
  /** Possible separators; the most frequent one in the first line is used. Default: a comma. */
  separators?: readonly string[];
  /** The maximum number of rows. */
  most?: number;
}

/**
 * Yields the rows of a text in parts, with backpressure. Throws a `CsvError` if the text is not CSV, and after the
 * maximum number of rows if more follow.
 */
export async function* csvParts(
  text: Readable,
  size: number,
  { header = false, separators = [','], most = mostRows }: CsvForm = {},
): AsyncGenerator<CsvRow[]> {
  const last = header ? most + 1 : most;
  const source = text.pipe(new PassThrough());
  text.once('error', (error) => source.destroy(error));
  const { first, whole } = await withFirstLine(source);
  const options: Options & TransformOptions = {
    bom: true,
    delimiter: separatorOf(first, separators),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    to: last + 1,
    max_record_size: 10_000,
    info: true,
    // At the end of the text, the parser reads everything in its buffer in one go.
    writableHighWaterMark: longestPiece,
  };
  const rows = whole.pipe(parse(options));
  whole.once('error', (error) => rows.destroy(error));
  let part: CsvRow[] = [];
  let read = 0;
  try {
    for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      read += 1;
      if (read > last) break;
      const turn = read % rowsInTurn === 0 ? turnToContinue() : undefined;
      if (turn) await turn;
      part.push({ line: info.lines, cells: record });
      if (part.length < size) continue;
      yield part;
      part = [];
    }
    if (part.length > 0) yield part;
  } finally {
    // Discards the rest: the text may be a request body, and the connection carries the next request.
    text.unpipe(source).resume();
    source.destroy();
  }
  if (read > last)
    throw new CsvError('CSV_UNKNOWN_ERROR', `Only the first ${most.toLocaleString('en')} rows were read.`);
}

/** The number of bytes in which the end of the first line must occur. */
const longestLine = 10_000;

/** Returns the first line of a text, and the whole text including that line. */
async function withFirstLine(text: Readable): Promise<{ first: string; whole: Readable }> {
  const chunks = text[Symbol.asyncIterator]();
  const begun: Buffer[] = [];
  // Each separator is one byte, also in UTF-16, in which a zero byte accompanies it.
  let first = '';
  while (first.length < longestLine && !/[\r\n]/.test(first)) {
    const { value, done } = await chunks.next();
    if (done) break;
    begun.push(Buffer.from(value));
    first += begun.at(-1)?.toString('latin1');
  }
  const whole = Readable.from(
    (async function* () {
      for (const chunk of begun) yield* piecesOf(chunk);
      for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) yield* piecesOf(Buffer.from(chunk));
    })(),
  );
  return { first: first.split(/[\r\n]/, 1)[0] ?? '', whole };
}

/** The parser reads a chunk in one go, and each line break in it may be a row, which takes up to 30 µs. */
const longestPiece = 1024;

function* piecesOf(chunk: Buffer): Generator<Buffer> {
  for (let start = 0; start < chunk.length; start += longestPiece) yield chunk.subarray(start, start + longestPiece);
}

function separatorOf(line: string, separators: readonly string[]): string {
  const amountOf = (separator: string) => line.split(separator).length;
  return separators.reduce((best, separator) => (amountOf(separator) > amountOf(best) ? separator : best));
}
