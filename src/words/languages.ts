import * as de from './de/de.ts';
import * as en from './en/en.ts';
import { pass as es } from './es/pass-es.ts';
import { pass as fr } from './fr/pass-fr.ts';
import { pass as nl } from './nl/pass-nl.ts';

/** All texts that people see, in one language. */
export type Words = typeof en;

/** The languages of the console, the till, the pages for customers, and prints. */
export const dictionaries = { en, de } satisfies Record<string, Words>;

export type Language = keyof typeof dictionaries;

// These lists are marked as pure, so the bundle of the till omits them.
export const languages = /* @__PURE__ */ Object.keys(dictionaries) as Language[];

/** The dictionaries of the till. Its page loads no others. */
export const tillWords: Record<Language, Words['till']> = { en: en.till, de: de.till };

/** The languages in which phones show passes, each with its texts. */
export const passWords = { en: en.pass, de: de.pass, es, fr, nl } satisfies Record<string, Words['pass']>;

export type PassLanguage = keyof typeof passWords;

export const passLanguages = /* @__PURE__ */ Object.keys(passWords) as PassLanguage[];

/** The locales that format times and numbers. */
export const locales: Record<PassLanguage, string> = {
  en: 'en-GB',
  de: 'de-DE',
  es: 'es-ES',
  fr: 'fr-FR',
  nl: 'nl-NL',
};

/** Returns the word for a name that comes from data, or undefined if there is none. */
export function wordFor<Group extends object>(words: Group, name: string): Group[keyof Group] | undefined {
  return Object.hasOwn(words, name) ? words[name as keyof Group] : undefined;
}

/** Returns the name of a language in that language. */
export function ownName(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Returns the name of a language in the API. */
export function enumName<Name extends PassLanguage>(language: Name): Uppercase<Name> {
  return language.toUpperCase() as Uppercase<Name>;
}
