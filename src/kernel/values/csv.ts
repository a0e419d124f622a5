import { Readable, type TransformOptions } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { yieldToEventLoop } from './event-loop.ts';

export interface CsvRow {
  line: number;
  cells: string[];
}

/** Spreadsheets write semicolons where the comma is the decimal separator. */
export const tableSeparators = [',', ';', '\t', '|'];

const maxRows = 1_000_000;
const maxCells = 1000;
const longestRow = 10_000;

/** Lets other requests run after this many rows, because parsing buffered text never waits. */
const rowsPerStep = 100;

export interface CsvForm {
  /** Whether the first row has the names of the columns. It does not count towards `max`. */
  header?: boolean;
  /**
   * The possible separators. In the first line that contains any, the most frequent one counts. A line such as `sep=;`
   * takes precedence. Default: a comma.
   */
  separators?: readonly string[];
  max?: number;
}

/** The reason why a table was not read to its end. */
export type TableFault =
  | 'OPEN_QUOTE'
  | 'LONG_LINE'
  | 'MANY_CELLS'
  | 'MANY_ROWS'
  | 'NOT_TEXT'
  | 'EMPTY'
  | 'NO_COLUMN'
  | 'SEVERAL_COLUMNS'
  | 'ODD_LINE'
  | 'SHORTENED_NUMBER'
  | 'OTHER';

export class UnreadableTable extends Error {
  readonly fault: TableFault;
  readonly line: number;

  constructor(fault: TableFault, line: number, message: string) {
    super(message);
    this.name = 'UnreadableTable';
    this.fault = fault;
    this.line = line;
  }

  override toString(): string {
    return this.message;
  }

  /** The text that appears in the report of an import. */
  toJSON(): string {
    return this.message;
  }
}

/**
 * Reads UTF-8 or UTF-16 in parts, with backpressure. Throws an `UnreadableTable` for other encodings and for too many
 * rows.
 */
export async function* csvParts(
  text: Readable,
  size: number,
  { header = false, separators = [','], max = maxRows }: CsvForm = {},
): AsyncGenerator<CsvRow[]> {
  const last = header ? max + 1 : max;
  const pieces = piecesOf(text);
  let rows: Readable | undefined;
  let read = 0;
  let lastRead = 0;
  try {
    const { named, begun, ended } = await withFirstLines(pieces);
    const options: Options & TransformOptions = {
      delimiter: named ?? separatorOf(begun, separators),
      relax_column_count: true,
      relax_quotes: true,
      // Accept a quoted cell even if a space precedes it.
      ltrim: true,
      skip_empty_lines: false,
      to: last + 1,
      max_record_size: longestRow,
      info: true,
      // At the end of the text, the parser reads everything in its buffer at once.
      writableHighWaterMark: longestPiece,
    };
    const whole = Readable.from(shortened(begun, ended ? null : pieces));
    const linesBefore = named === null ? 0 : 1;
    lastRead = linesBefore;
    const parser = parse({
      ...options,
      on_record: (record, { lines }) => {
        lastRead = lines + linesBefore;
        return record;
      },
    });
    rows = whole.pipe(parser);
    whole.once('error', (error) => rows?.destroy(error));
    rows.once('close', () => whole.destroy());
    let line = 1;
    let part: CsvRow[] = [];
    for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      read += 1;
      if (read > last) break;
      if (record.length > maxCells)
        throw new UnreadableTable('MANY_CELLS', line, `Line ${line} has more than ${maxCells} cells.`);
      const pause = read % rowsPerStep === 0 ? yieldToEventLoop() : undefined;
      if (pause) await pause;
      part.push({ line: line + linesBefore, cells: record });
      line = info.lines + 1;
      if (part.length < size) continue;
      yield part;
      part = [];
    }
    if (part.length > 0) yield part;
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error, lastRead + 1) : error;
  } finally {
    rows?.destroy();
    // Discard the rest, because the connection of a request carries the next one.
    const discard = () => void text.resume();
    pieces.return(undefined).then(discard, discard);
  }
  if (read > last)
    throw new UnreadableTable('MANY_ROWS', max, `Only the first ${max.toLocaleString('en')} rows were read.`);
}

function unreadable({ code, message }: CsvError, line: number): UnreadableTable {
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return new UnreadableTable('OPEN_QUOTE', line, `A quote in line ${line} does not end.`);
  const tooLong = `The row in line ${line} has more than ${longestRow} bytes. A quote in it may not end.`;
  if (code === 'CSV_MAX_RECORD_SIZE') return new UnreadableTable('LONG_LINE', line, tooLong);
  return new UnreadableTable('OTHER', line, message);
}

const lineEnd = /\r\n|[\r\n]/;

export const lineBreak = /[\r\n\v\f\u0085\u2028\u2029]/;

const longestLine = 20_000;

/** Decodes a file in pieces. Throws an `UnreadableTable` for bytes that are not text and for endless lines. */
async function* piecesOf(file: Readable): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let begun = Buffer.alloc(0);
  let line = 1;
  let length = 0;
  const decoded = (bytes: Buffer, isEnd: boolean) => {
    try {
      return (decoder as TextDecoder).decode(bytes, { stream: !isEnd });
    } catch {
      const message = `The file is not UTF-8 text at line ${line} or after it. Save it as CSV in UTF-8.`;
      throw new UnreadableTable('NOT_TEXT', line, message);
    }
  };
  const measured = (text: string) => {
    for (const [index, part] of text.split(lineEnd).entries()) {
      if (index > 0) [line, length] = [line + 1, 0];
      length += part.length;
      if (length > longestLine)
        throw new UnreadableTable('LONG_LINE', line, `Line ${line} has more than ${longestLine} characters.`);
    }
    return text;
  };
  for await (const chunk of file.iterator({ destroyOnReturn: false })) {
    begun = Buffer.concat([begun, Buffer.from(chunk)]);
    if (begun.length < 2) continue;
    decoder ??= new TextDecoder(encodingOf(begun), { fatal: true });
    yield measured(decoded(begun, false));
    begun = Buffer.alloc(0);
  }
  decoder ??= new TextDecoder('utf-8', { fatal: true });
  yield measured(decoded(begun, true));
}

/** Detects UTF-16 by its byte order mark, or by a zero byte next to the first letter. */
function encodingOf([first, second]: Buffer): string {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8';
}

const linesOfForm = 5;

/**
 * Returns the separator that a line such as `sep=;` names, the other text that was read, and whether that is the whole
 * text.
 */
async function withFirstLines(pieces: AsyncGenerator<string>) {
  let begun = '';
  let ended = false;
  while (!ended && begun.length < longestLine && begun.split(lineEnd).length <= linesOfForm) {
    const { value, done } = await pieces.next();
    ended = done === true;
    begun += value ?? '';
  }
  const [line = '', named] = /^sep=(.)(?:\r\n|[\r\n])/i.exec(begun) ?? [];
  return { named: named ?? null, begun: begun.slice(line.length), ended };
}

/** The parser reads a piece at once, and each of its rows may take 30 µs. */
const longestPiece = 1024;

async function* shortened(begun: string, rest: AsyncGenerator<string> | null): AsyncGenerator<string> {
  const cut = function* (text: string) {
    for (let start = 0; start < text.length; start += longestPiece) yield text.slice(start, start + longestPiece);
  };
  yield* cut(begun);
  if (rest) for await (const text of rest) yield* cut(text);
}

function separatorOf(begun: string, separators: readonly string[]): string {
  const lines = begun
    .split(lineEnd)
    .slice(0, linesOfForm)
    .map((line) => line.replace(/"[^"]*"/g, ''));
  const decisive = lines.find((line) => separators.some((separator) => line.includes(separator))) ?? '';
  const amountOf = (separator: string) => decisive.split(separator).length;
  return separators.reduce((best, separator) => (amountOf(separator) > amountOf(best) ? separator : best));
}

/** The beginning of a formula, even after an apostrophe that marks a text. */
const formula = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Adds an apostrophe, so that spreadsheets do not run the cell as a formula. */
export function withMark(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

/** Removes the apostrophe. Also reads `="0049"`, which keeps spreadsheets from changing a text. */
export function withoutMark(cell: string): string {
  const [, text] = /^="([^"]*)"$/.exec(cell) ?? [];
  return text ?? (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);
}
