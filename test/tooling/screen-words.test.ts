import { expect, test } from 'vitest';
import type { Language } from '../../src/words/languages.ts';
import { screenTexts } from '../support/screen-texts.ts';

/** Words that screens do not use, because another word means the same or because they have two meanings. */
const retired: Record<Language, RegExp> = {
  en: /\b(at once|go on|leave it empty|mailed|state|id)\b/i,
  de: /\b(anhalten|angehalten|aufgegeben|benutzt|geschehen|Händler|Überblick|Zustand)\b|\bId\b/i,
};

test.each(['en', 'de'] as const)('screens have one word for one thing: %s', (language) => {
  const texts = screenTexts(language);
  expect(texts.length).toBeGreaterThan(1500);
  // "ID" in capitals is the word of screens.
  expect(texts.filter((text) => retired[language].test(text.replaceAll(/\bIDs?\b/g, '')))).toEqual([]);
});

test('German screens say "Sie" to everyone', () => {
  expect(screenTexts('de').filter((text) => /\b(du|dich|dir|dein\w*)\b/i.test(text))).toEqual([]);
});
