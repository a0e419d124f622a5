import { type Language, tillWords } from '../../words/languages.ts';

export const tillLanguages = Object.keys(tillWords) as Language[];

/** Returns the language chosen here, or the first one that the device prefers. */
export function languageOfTill(chosen: string | null): Language {
  const preferred = [chosen ?? '', ...navigator.languages.map((each) => each.slice(0, 2))];
  return preferred.find(isLanguage) ?? 'en';
}

function isLanguage(code: string): code is Language {
  return Object.hasOwn(tillWords, code);
}
