import { expect, test } from 'vitest';
import { phoneKey } from '../../../src/kernel/values/phone-number.ts';

test.each([
  ['+493012345', '+493012345'],
  ['+49 (0)30 1234-5', '+493012345'],
  ['0049 30 12345', '+493012345'],
  [' +49.30.12345 ', '+493012345'],
  ['+44 (0)20 7946 0018', '+442079460018'],
  ['+39 06 1234567', '+39061234567'],
])('%s has the key %s, like every number with a country code', (given, key) => {
  expect(phoneKey(given)).toBe(key);
});

test.each([
  ['030 / 123-45', '03012345'],
  ['(555) 010-9999', '5550109999'],
  ['+1', '+1'],
  ['call me', 'callme'],
  ['', ''],
])('%s has no country code and keeps its digits: %s', (given, key) => {
  expect(phoneKey(given)).toBe(key);
});
