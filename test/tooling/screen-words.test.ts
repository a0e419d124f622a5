import { expect, test } from 'vitest';
import { dictionaries, type Language } from '../../src/words/languages.ts';

/** Words that screens do not use, because another word means the same or because they have two meanings. */
const retired: Record<Language, RegExp> = {
  en: /\b(at once|go on|leave it empty|mailed|state|id)\b/i,
  de: /\b(anhalten|angehalten|aufgegeben|benutzt|geschehen|Händler|Überblick|Zustand)\b|\bId\b/i,
};

/** The texts below a value. The text of a function stands for the texts that it returns. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function')
    return [...String(value).matchAll(/'([^']*)'|`([^`]*)`/g)].map(([, a, b]) => a ?? b ?? '');
  return Object.values(value as object).flatMap(textsOf);
}

/** What is left of a text without the names of its values, such as `${id}`. */
const visible = (text: string) => text.replaceAll(/\$\{[^}]*\}/g, '…');

test.each(['en', 'de'] as const)('screens have one word for one thing: %s', (language) => {
  const texts = textsOf(dictionaries[language]).map(visible);
  expect(texts.length).toBeGreaterThan(1500);
  // "ID" in capitals is the word of screens.
  expect(texts.filter((text) => retired[language].test(text.replaceAll(/\bIDs?\b/g, '')))).toEqual([]);
});

test('German screens say "Sie" to everyone', () => {
  expect(textsOf(dictionaries.de).filter((text) => /\b(du|dich|dir|dein\w*)\b/i.test(visible(text)))).toEqual([]);
});
