import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonIn, parseWellFormedJson } from '../../../src/http/body/json-body.ts';
import { parseStepwise } from '../../../src/http/body/stepwise-json.ts';
import { Unreadable } from '../../../src/http/unreadable-request.ts';
import { longestTurn } from '../../fuzz/stalls.ts';

/* Long JSON is parsed in pieces, between which other work runs. It must mean what it means as a whole. */

const mebibyte = 1024 ** 2;
const long = 'ä\n'.repeat(30_000);
const maxMilliseconds = 50;

const small = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom<unknown>(1, -0.5, null, true, 'a', '\ud83d\ude00', ',]}"\\', 'a text that is longer', {}, []),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.constantFrom('a', 'b', '', '"', '__proto__', '0', ' '), tie('value'), { maxKeys: 5 }),
  ),
})).value;

/** JSON, of which one character of its structure may be removed, doubled or replaced. */
const texts = fc
  .tuple(small, fc.constantFrom('same', 'removed', 'doubled', ...'[]{},:" 1'), fc.nat(), fc.constantFrom(0, 1))
  .map(([value, change, place, spaces]) => {
    const text = JSON.stringify([value, value], null, spaces);
    const places = [...text.matchAll(/[[\]{},:"]/g)];
    const { index, 0: character } = places[place % places.length] ?? { index: 0, 0: '' };
    const other = { same: character, removed: '', doubled: character + character }[change] ?? change;
    return text.slice(0, index) + other + text.slice(index + 1);
  });

test.each([1, 8, 20, 60])('in pieces of %i bytes, JSON means what it means as a whole', async (longest) => {
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      expect(await outcome(text, longest)).toEqual(outcomeOf(() => parseWellFormedJson(text)));
    }),
    { numRuns: 300 },
  );
});

const pad = JSON.stringify(long);

test.each([
  ['numbers beyond 2^53', `[${pad},12345678901234567890,{"a":${pad},"b":[12345678901234567890]}]`],
  ['a name that is given twice', `{"a":${pad},"b":1,"a":[${pad}],"b":${pad}}`],
  ['the name of the prototype', `{"a":${pad},"__proto__":[${pad}]}`],
  ['names of numbers', `{"b":${pad},"1":[${pad}]}`],
  ['half of a character', `{"a":${pad},"b":"\\ud800"}`],
  ['half of a character in a list', `[${pad},${pad},"\\ud800"]`],
  ['half of a character in a name', `{"a":${pad},"x\\ud800":[${pad}]}`],
  ['spaces', ` [ ${pad} , [ ${pad} ] ] ${' '.repeat(70_000)}`],
  ['only spaces in a list', `[${' '.repeat(70_000)}]`],
  ['a missing item before a long one', `[,[${pad}]]`],
  ['a missing item after a long one', `[[${pad}],]`],
  ['a missing item between long ones', `[[${pad}],${' '.repeat(70_000)},[${pad}]]`],
  ['a missing member after a long one', `{"a":[${pad}],}`],
  ['a wrong bracket at the end', `[[${pad}]}`],
  ['more after the end', `[[${pad}]]]`],
  ['two values', `[[${pad}]] [1]`],
  ['a member without a colon', `{"a"[${pad}]}`],
  ['a member without a name', `{[${pad}]}`],
  ['a member in a list', `["a":[${pad}]]`],
  ['an end in an escape', `["${'a'.repeat(70_000)}\\`],
])('%s', async (_, text) => {
  expect(await outcome(text)).toEqual(outcomeOf(() => parseWellFormedJson(text)));
});

test.each([
  ['a text with escapes', (size: number) => `[${repeated(`"${'ä\\n'.repeat(10_000)}",`, size)}1]`],
  ['numbers with many digits', (size: number) => `{"users":[${repeated('[12345678901234567],', size)}1]}`],
  ['objects', (size: number) => `{"users":[${repeated('{"a":1,"b":"\\\\"},', size)}1]}`],
  ['escapes alone', (size: number) => `[${repeated(`"${'\\\\'.repeat(30_001)}",`, size)}1]`],
])('other work runs while %s are parsed', async (_, textOf) => {
  const bytes = Buffer.from(textOf(3 * mebibyte));

  expect(await longestOfTurns(() => parseStepwise(bytes, parseWellFormedJson))).toBeLessThan(maxMilliseconds);
});

test('other work runs while UTF-16 is read', async () => {
  const bytes = Buffer.from(`[${repeated(`"${'ä\\n'.repeat(10_000)}",`, 3 * mebibyte)}1]`, 'utf16le');
  const read = () => jsonIn(bytes, true, 'application/json; charset=utf-16le', parseWellFormedJson);

  expect(await longestOfTurns(read)).toBeLessThan(maxMilliseconds);
});

test.each([
  ['a text', `{"users":[{"a":"${'a'.repeat(mebibyte)}"}]}`],
  ['a text in escapes', `["${'\\n'.repeat(mebibyte)}"]`],
  ['digits', `[${'1'.repeat(2 * mebibyte)}]`],
  ['a name', `{"${'a'.repeat(2 * mebibyte)}":[1]}`],
  ['a gap', `[${' '.repeat(2 * mebibyte)}1]`],
  ['what is nested deeply', `[[[[[${repeated('"aaaaaaaaa",', 2 * mebibyte)}1]]]]]`],
])('%s of more than 1 MiB is too long', async (_, text) => {
  await expect(parseStepwise(Buffer.from(text), parseWellFormedJson)).rejects.toMatchObject({
    code: 'BODY_TOO_LARGE',
    message: 'The body contains a single value of more than 1 MiB.',
  });
});

test('a fault in long JSON is one of the body', async () => {
  const bytes = Buffer.from(`[${pad},`);

  await expect(jsonIn(bytes, true)).rejects.toThrow(Unreadable);
  await expect(jsonIn(bytes, true)).rejects.toThrow(/^The body is not valid JSON at line 1, column \d+: a value is/);
});

/** Returns the longest turn in the best of three attempts. The compiler and a busy machine lengthen some. */
async function longestOfTurns(task: () => unknown): Promise<number> {
  const longest: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) longest.push(await longestTurn(task));
  return Math.min(...longest);
}

async function outcome(text: string, longest?: number): Promise<unknown> {
  return parseStepwise(Buffer.from(text), parseWellFormedJson, longest).catch(shown);
}

function outcomeOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return shown(error);
  }
}

function shown(error: unknown): string {
  return error instanceof SyntaxError ? 'SyntaxError' : (error as Error).message;
}

function repeated(unit: string, size: number): string {
  return unit.repeat(size / Buffer.byteLength(unit));
}
