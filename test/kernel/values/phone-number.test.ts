import { expect, test } from 'vitest';
import {
  countryOf,
  e164,
  phoneBeginning,
  phoneDigits,
  phoneKey,
  phoneKeys,
} from '../../../src/kernel/values/phone-number.ts';

test.each([
  ['+493012345', '+493012345'],
  ['+49 (0)30 1234-5', '+493012345'],
  ['0049 30 12345', '+493012345'],
  [' +49.30.12345 ', '+493012345'],
  ['+49 0151 33333002', '+4915133333002'],
  ['+49-0151/33333002', '+4915133333002'],
  ['0049 0151 33333002', '+4915133333002'],
  ['0049 (0) 151 33333002', '+4915133333002'],
  ['+0049 151 33333002', '+4915133333002'],
  ['(+49) 151 33333002', '+4915133333002'],
  ['\u202a+49 151 33333002\u202c', '+4915133333002'],
  ['\ufeff+49\u00a0151\u200b33333002\u00ad', '+4915133333002'],
  ['+49\u2011151\u2212333\u201333002', '+4915133333002'],
  ['＋４９ １５１ ３３３３３００２', '+4915133333002'],
  ['+٤٩ ١٥١ ٣٣٣٣٣٠٠٢', '+4915133333002'],
  ['٠٠٤٩ ١٥١ ٣٣٣٣٣٠٠٢', '+4915133333002'],
  ['+44 (0)20 7946 0018', '+442079460018'],
  ['+33 06 12 34 56 78', '+33612345678'],
  ['+7 8 912 345 67 89', '+79123456789'],
  ['+36 06 20 123 4567', '+36201234567'],
  ['+39 06 1234567', '+39061234567'],
  ['+39 (0)6 1234567', '+39061234567'],
  ['+378 0549 886377', '+3780549886377'],
  ['+225 01 23 45 67 89', '+2250123456789'],
])('%s has the key %s, like every number with a country code', (given, key) => {
  expect(phoneKey(given)).toBe(key);
  expect(e164(given)).toBe(key);
  expect(phoneKey(key)).toBe(key);
});

test.each([
  ['030 / 123-45', '03012345'],
  ['(555) 010-9999', '5550109999'],
  ['+1', '+1'],
  ['call me', 'callme'],
  ['', ''],
])('%s has no country code and keeps its digits: %s', (given, key) => {
  expect(phoneKey(given)).toBe(key);
  expect(e164(given)).toBeNull();
});

test.each([
  ['0151 33333002', 'DE', '+4915133333002'],
  ['15133333002', 'DE', '+4915133333002'],
  ['06 1234567', 'IT', '+39061234567'],
  ['(555) 010-9999', 'US', '+15550109999'],
  ['+43 664 1234567', 'DE', '+436641234567'],
  ['4915133333002', 'DE', '+4915133333002'],
  ['436641234567', 'DE', '+436641234567'],
  ['436641234567', 'AT', '+436641234567'],
  ['15550109999', 'US', '+15550109999'],
  ['3908068267', 'IT', '+393908068267'],
  ['393331234567', 'IT', '+393331234567'],
  ['30 12345678', 'DE', '+493012345678'],
  ['04921 123456', 'DE', '+494921123456'],
  ['call me', 'DE', null],
] as const)('%s in %s is %s', (given, country, number) => {
  expect(e164(given, country)).toBe(number);
});

test.each([
  ['0049 (30)', null, '+4930'],
  ['49 30', null, '+4930'],
  ['+49 0151 99', null, '+4915199'],
  ['+49 (0)151', null, '+49151'],
  ['+39 06', null, '+3906'],
  ['0151 99', 'DE', '+4915199'],
  ['0151 99', null, '+015199'],
  ['Ada', 'DE', 'Ada'],
] as const)('%s in %s is the beginning %s', (text, country, beginning) => {
  expect(phoneBeginning(text, country)).toBe(beginning);
});

test('a number is found with its country code, in the national form and as given', () => {
  expect(phoneDigits('+49 151 99999001')).toEqual(['4915199999001', '015199999001']);
  expect(phoneDigits('0049 0151 99999001')).toEqual(['4915199999001', '015199999001', '0049015199999001']);
  expect(phoneDigits('0151 99999001')).toEqual(['015199999001']);
  expect(phoneDigits('call me')).toEqual([]);
});

test.each([
  ['Europe/Berlin', 'DE'],
  ['Asia/Kolkata', 'IN'],
  ['America/New_York', 'US'],
  ['UTC', null],
  ['Etc/GMT+1', null],
])('the country of %s is %s', (timezone, country) => {
  expect(countryOf(timezone)).toBe(country);
});

test.each([
  ['0151 33333002', 'DE', ['+4915133333002', '015133333002', '15133333002', '4915133333002']],
  ['+49 (0)151 33333002', 'DE', ['+4915133333002', '015133333002', '15133333002', '4915133333002']],
  ['06 1234567', 'IT', ['+39061234567', '061234567', '39061234567']],
  ['(555) 010-9999', 'US', ['+15550109999', '5550109999', '15550109999']],
  ['+49 151 33333002', 'AT', ['+4915133333002', '4915133333002']],
  ['+49 151 33333002', null, ['+4915133333002']],
  ['0151 33333002', null, ['015133333002']],
  ['call me', 'DE', ['callme']],
] as const)('%s has these keys in an account of %s', (given, country, keys) => {
  expect(phoneKeys(given, country)).toEqual(keys);
});

test.each(['⅓', 'ﷺ', '\u{1d160}', '+4９'])('the key of many %s is no longer than its column', (character) => {
  const key = phoneKey(character.repeat(50));

  expect([...key].length).toBeLessThanOrEqual(50);
  expect(key.isWellFormed()).toBe(true);
});
