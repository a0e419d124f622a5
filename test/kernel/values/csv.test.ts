import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type CsvForm, csvParts } from '../../../src/kernel/values/csv.ts';

/** The first cells of all rows that are read, and the error that ended the reading. */
async function read(chunks: readonly (string | Buffer)[], form: CsvForm, size = 2) {
  const cells: (string | undefined)[] = [];
  try {
    for await (const rows of csvParts(Readable.from(chunks), size, form))
      cells.push(...rows.map(({ cells: [one] }) => one));
    return { cells, error: null };
  } catch (error) {
    return { cells, error: (error as Error).message };
  }
}

test('the header does not count towards the limit of rows', async () => {
  const chunks = ['email\n', 'a\nb\n', 'c\n'];
  expect(await read(chunks, { header: true, max: 3 })).toEqual({ cells: ['email', 'a', 'b', 'c'], error: null });
});

test.for([1, 2, 3])('rows beyond the limit are reported, in parts of %i', async (size) => {
  const error = 'Only the first 3 rows were read.';
  expect(await read(['a\nb\nc\nd\n', 'e\n'], { max: 3 }, size)).toEqual({ cells: ['a', 'b', 'c'], error });
  expect(await read(['x\na\nb\nc\nd'], { max: 3, header: true }, size)).toEqual({
    cells: ['x', 'a', 'b', 'c'],
    error,
  });
  expect(await read(['a\nb\nc\n'], { max: 3 }, size)).toEqual({ cells: ['a', 'b', 'c'], error: null });
});

test('the separator is detected when the first line arrives byte by byte, and in an empty file', async () => {
  const separators = [',', ';'];
  const bytes = [...Buffer.from('\ufeffä,b;c;d\r\ne;f,g\r\n')].map((byte) => Buffer.from([byte]));
  expect(await read(bytes, { separators })).toEqual({ cells: ['ä,b', 'e'], error: null });
  expect(await read([], { separators })).toEqual({ cells: [], error: null });
  expect(await read(['a,b'], { separators })).toEqual({ cells: ['a'], error: null });
});
