import { type PassLanguage, passWords, wordFor } from '../../words/languages.ts';

export function translated(text: string, language: PassLanguage): string {
  return wordFor(passWords[language].translations, text) ?? text;
}

/** The translations by file name. English needs no translation, but a phone must find the file. */
export const translations: ReadonlyMap<string, string> = new Map(
  Object.entries(passWords).map(([language, { translations }]) => [
    `${language}.lproj/pass.strings`,
    Object.entries(translations)
      .map(([word, translation]) => `"${word}" = "${translation}";\n`)
      .join(''),
  ]),
);
