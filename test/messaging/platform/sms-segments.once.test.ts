import { expect, test } from 'vitest';
import { segmentsOf } from '../../../src/messaging/platform/sms-segments.ts';

test.each([
  ['nothing', '', 1],
  ['160 characters of GSM 03.38', 'a'.repeat(160), 1],
  ['161 of them', 'a'.repeat(161), 2],
  ['two full parts', 'a'.repeat(306), 2],
  ['one more', 'a'.repeat(307), 3],
  ['umlauts, Greek capitals and line breaks', 'äöüÄÖÜßñ¿ΔΩ\r\n@£'.repeat(10), 1],
  ['80 characters that take two septets', '€'.repeat(80), 1],
  ['81 of them', '€'.repeat(81), 2],
  ['one of them where a part ends', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
  ['70 characters beyond GSM', 'ç'.repeat(70), 1],
  ['71 of them', 'ç'.repeat(71), 2],
  ['one character beyond GSM among 71', `${'a'.repeat(70)}ž`, 2],
  ['35 emojis', '🥐'.repeat(35), 1],
  ['36 of them', '🥐'.repeat(36), 2],
  ['an emoji that is not split', `${'ж'.repeat(66)}🥐${'ж'.repeat(66)}`, 3],
])('%s', (_, text, segments) => {
  expect(segmentsOf(text)).toBe(segments);
});
