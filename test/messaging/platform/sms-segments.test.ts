import { expect, test } from 'vitest';
import { segmentsOf } from '../../../src/messaging/platform/sms-segments.ts';

test.each([
  ['an empty text', '', 1],
  ['160 characters of GSM 03.38', 'a'.repeat(160), 1],
  ['161 characters of GSM 03.38', 'a'.repeat(161), 2],
  ['two full parts', 'a'.repeat(306), 2],
  ['two full parts and one character', 'a'.repeat(307), 3],
  ['umlauts, Greek capitals and line breaks', 'äöüÄÖÜßñ¿ΔΩ\r\n@£'.repeat(10), 1],
  ['80 characters of two septets', '€'.repeat(80), 1],
  ['81 characters of two septets', '€'.repeat(81), 2],
  ['a character of two septets at the end of a part', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
  ['70 characters beyond GSM', 'ç'.repeat(70), 1],
  ['71 characters beyond GSM', 'ç'.repeat(71), 2],
  ['one character beyond GSM among 71', `${'a'.repeat(70)}ž`, 2],
  ['35 emojis', '🥐'.repeat(35), 1],
  ['36 emojis', '🥐'.repeat(36), 2],
  ['an emoji that is not split', `${'ж'.repeat(66)}🥐${'ж'.repeat(66)}`, 3],
])('%s', (_, text, segments) => {
  expect(segmentsOf(text)).toBe(segments);
});
