import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson, parseWellFormedJson } from '../../../src/http/body/json-body.ts';

test.each<[string, unknown]>([
  ['{"a":12345678901234567890}', { a: '12345678901234567890' }],
  [
    '{"a": -12345678901234567890 , "b":[1,2.50,12345678901234567890]}',
    { a: '-12345678901234567890', b: [1, 2.5, '12345678901234567890'] },
  ],
  ['[0.1234567890123456789]', ['0.1234567890123456789']],
  ['[1e1,1.50e-7,1E400,12345678901234567]', [10, '1.50e-7', Number.POSITIVE_INFINITY, '12345678901234567']],
  ['[9007199254740991,100000000000000000000000]', [9007199254740991, '100000000000000000000000']],
  [
    '{"\\"":"[12345678901234567890","b":12345678901234567890}',
    { '"': '[12345678901234567890', b: '12345678901234567890' },
  ],
  ['[true,false,null,12345678901234567890]', [true, false, null, '12345678901234567890']],
])('%s keeps its digits', (json, value) => {
  expect(parseJson(json)).toEqual(value);
});

test.each([
  '{12345678901234567890:1}',
  '[,12345678901234567890-1]',
  '[01234567890123456789]',
  '[1.e12345678901234567]',
])('%s is still no JSON', (json) => {
  expect(() => parseJson(json)).toThrow(SyntaxError);
});

test('other JSON means what it means to JavaScript', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(parseJson(json)).toEqual(exactlyRevived(json));
    }),
  );
});

test('half of a character is refused with the name of its field', () => {
  expect(() => parseWellFormedJson('{"a":{"b":["\\ud800"]}}')).toThrow('0 is not well-formed Unicode.');
  expect(() => parseWellFormedJson('{"b":"\\udc00"}')).toThrow('b is not well-formed Unicode.');
  expect(parseWellFormedJson('{"b":"\\ud83d\\ude00"}')).toEqual({ b: '😀' });
});

/** The definition, with a reviver: a number that JavaScript would round or write without its digits is its text. */
function exactlyRevived(json: string): unknown {
  return JSON.parse(json, (_name: string, value: unknown, { source = '' }: { source?: string } = {}) => {
    if (typeof value !== 'number' || !Number.isFinite(value) || String(value) === source) return value;
    const digits = source.replace(/e.*/i, '').replace(/[-.]/g, '').replace(/^0+/, '').length;
    const isExact = digits <= 15 && (value !== 0 || digits === 0);
    return isExact && (Number.isSafeInteger(value) || !/e/i.test(source)) ? value : source;
  });
}
