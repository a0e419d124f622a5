import { type PassLanguage, passWords } from '../../words/languages.ts';

export function translated(text: string, language: PassLanguage): string {
  const { translations } = passWords[language];
  return Object.hasOwn(translations, text) ? (translations[text] as string) : text;
}

/** The files of a pass that translate its words, by name. English needs no translation, but a phone must find it. */
export const translations: ReadonlyMap<string, string> = new Map(
  Object.entries(passWords).map(([language, { translations }]) => [
    `${language}.lproj/pass.strings`,
    Object.entries(translations)
      .map(([word, translation]) => `"${word}" = "${translation}";\n`)
      .join(''),
  ]),
);
