import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readUrlEncoded } from '../../../src/http/body/form-body.ts';

test('pluses and escapes of a form are decoded, and anything that is not an escape stays', () => {
  const form = 'a=1+2%2B3&a+b=%20&&=x&y&z=%ä&z2=%4&z3=%4g+%zz&q=a=b&%26=%3d';

  expect(readUrlEncoded(Buffer.from(form))).toEqual({
    ...{ a: '1 2+3', 'a b': ' ', '': 'x', y: '', z: '%ä', z2: '%4', z3: '%4g %zz', q: 'a=b', '&': '=' },
  });
});

test('the last value of a repeated field counts, whatever its name', () => {
  expect(Object.entries(readUrlEncoded(Buffer.from('a=1&__proto__=2&a=3')))).toEqual([
    ['a', '3'],
    ['__proto__', '2'],
  ]);
});

test('a form in Latin-1 is decoded byte by byte', () => {
  expect(readUrlEncoded(Buffer.from('ä=%E4+ä%'), '; charset=iso-8859-1')).toEqual({ 'Ã¤': 'ä Ã¤%' });
});

test('forms are decoded as browsers do it', () => {
  const part = fc.constantFrom('z', '1', '+', '%', '%2', '%41', '%c3%a4', '%2B', '&', '=', '%F0%9F%8D%9E');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const form = parts.join('');
      expect(readUrlEncoded(Buffer.from(form))).toEqual(Object.fromEntries(new URLSearchParams(form)));
    }),
  );
});
