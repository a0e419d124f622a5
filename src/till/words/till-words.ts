import { tillDe } from './till-words-de.ts';
import { type TillWords, tillEn } from './till-words-en.ts';

export type { TillWords } from './till-words-en.ts';

const tillLanguages: Record<string, TillWords> = { en: tillEn, de: tillDe };

/** Returns the words of the language that somebody chose here, or of the first one that the device prefers. */
export function wordsOfTill(chosen: string | null): { language: string; words: TillWords } {
  const preferred = [chosen ?? '', ...navigator.languages.map((each) => each.slice(0, 2))];
  const language = preferred.find((each) => Object.hasOwn(tillLanguages, each)) ?? 'en';
  return { language, words: tillLanguages[language] ?? tillEn };
}
