import { PassThrough, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';

/** A row of CSV with the number of its line. */
export interface CsvRow {
  line: number;
  cells: string[];
}

const mostRows = 1_000_000;

/** How a text is written. */
export interface CsvForm {
  /** Whether its first row names the columns, so that it does not count. */
  header?: boolean;
  /** What may separate its cells: of several, what stands most often in the first line. A comma unless told. */
  separators?: readonly string[];
  /** How many rows are read at most. */
  most?: number;
}

/**
 * The rows of a text in parts, read no faster than they are taken. Ends with a `CsvError` where the text is no CSV, and
 * after the last row that is read when more follow.
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
  const rows = whole.pipe(
    parse({
      bom: true,
      delimiter: separatorOf(first, separators),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      to: last + 1,
      max_record_size: 10_000,
      info: true,
    }),
  );
  whole.once('error', (error) => rows.destroy(error));
  let part: CsvRow[] = [];
  let read = 0;
  try {
    for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      read += 1;
      if (read > last) break;
      part.push({ line: info.lines, cells: record });
      if (part.length < size) continue;
      yield part;
      part = [];
    }
    if (part.length > 0) yield part;
  } finally {
    // The rest is passed over: the text may be a request on whose connection the next one comes.
    text.unpipe(source).resume();
    source.destroy();
  }
  if (read > last)
    throw new CsvError('CSV_UNKNOWN_ERROR', `Only the first ${most.toLocaleString('en')} rows were read.`);
}

/** No first line is longer. */
const longestLine = 10_000;

/** The first line of a text, and the text with it. */
async function withFirstLine(text: Readable): Promise<{ first: string; whole: Readable }> {
  const chunks = text[Symbol.asyncIterator]();
  const begun: Buffer[] = [];
  // Each separator is one byte, also beside the zeros of UTF-16.
  let first = '';
  while (first.length < longestLine && !/[\r\n]/.test(first)) {
    const { value, done } = await chunks.next();
    if (done) break;
    begun.push(Buffer.from(value));
    first += begun.at(-1)?.toString('latin1');
  }
  const whole = Readable.from(
    (async function* () {
      yield* begun;
      yield* { [Symbol.asyncIterator]: () => chunks };
    })(),
  );
  return { first: first.split(/[\r\n]/, 1)[0] ?? '', whole };
}

function separatorOf(line: string, separators: readonly string[]): string {
  const amountOf = (separator: string) => line.split(separator).length;
  return separators.reduce((best, separator) => (amountOf(separator) > amountOf(best) ? separator : best));
}
